// Lint rules. Formatting is biome's; who may import whom is .dependency-cruiser.mjs; the rest of the house rules: scripts/rules.mjs.
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const impure = (name, instead) => ({
  name,
  message: `The core has no ${name}: it decides from data. ${instead}`,
});

const CORE_GLOBALS = [
  impure('Date', 'Take a time in milliseconds (or a day as text) as a parameter; the app layer asks its clock port.'),
  impure('performance', 'Measure in the app layer and pass the figure.'),
  impure('crypto', 'Ids come from the NewId port, hashes from native/sqlite; take them as parameters.'),
  impure('console', 'Return what is worth knowing as a value; the app layer logs it.'),
  impure('process', 'Pass what the environment says as a parameter.'),
  impure('setTimeout', 'Waiting belongs to a runner in electron/app.'),
  impure('setInterval', 'Waiting belongs to a runner in electron/app.'),
  impure('fetch', 'Nothing here may touch the network.'),
];

export default tseslint.config(
  {
    ignores: [
      'out/**',
      'node_modules/**',
      'coverage/**',
      'test-results/**',
      'playwright-report/**',
      '.cache/**',
      'artefacts/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An adapter may implement an asynchronous port without waiting for anything.
      '@typescript-eslint/require-await': 'off',
      // Ports and what factories return are plain objects of closures: nothing in them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true, IIFEs: true }],
    },
  },
  {
    files: ['electron/core/**'],
    rules: {
      'no-restricted-globals': ['error', ...CORE_GLOBALS],
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'The core is the same for the same data. Take what must be random as a parameter.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!\\.)',
              message: 'The core imports the core only: no package, no node: module. Pass the result in as data.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['renderer/**'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      // Advice for React's compiler, which is not used here: they refuse sound code that only the compiler could not improve.
      'react-hooks/refs': 'off',
      'react-hooks/set-state-in-effect': 'off',
      'react-hooks/preserve-manual-memoization': 'off',
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    // Markup is long and flat: a component of eighty lines reads like a function of fifty.
    files: ['renderer/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines': ['error', { max: 600 }],
      'max-lines-per-function': 'off',
    },
  },
  {
    // The stand-in speaks two untyped protocols (DevTools and a large foreign API).
    files: ['test/electron-stand-in/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  {
    // Plain scripts run before anything is installed: no types there.
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
