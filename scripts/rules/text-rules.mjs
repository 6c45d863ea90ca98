// Rules about single files: names, marks, opening comments, SQL. Each problem's `advice` speaks to the person who broke the rule.
import ts from 'typescript';

/** @typedef {{ rule: string, path: string, line: number, advice: string }} Problem */

const SCRIPT = /\.(ts|tsx|mts|mjs|cjs|js)$/;
const lineOf = (text, index) => text.slice(0, index).split('\n').length;

const VAGUE = /(^|[/-])(utils?|helpers?|common|misc|manager|shared)(?=[./-])/;

export function checkNames(files) {
  return files.flatMap(({ path }) => {
    const name = path.split('/').at(-1);
    const problems = [];
    if (!/^\.?[a-z0-9]+([.-][a-z0-9]+)*$/.test(name) && !/^(zh-CN|README)/.test(name)) {
      problems.push('Name the file in kebab-case after the one thing it exports.');
    }
    if (VAGUE.test(path))
      problems.push('The name says nothing. Name the file after what it does; split it if that takes an "and".');
    return problems.map((advice) => ({ rule: 'file-name', path, line: 1, advice }));
  });
}

// Put together so that this file does not hold what it looks for.
const MARKS = [
  [['TO', 'DO'], 'Finish it, or leave it out and file it where work is planned.'],
  [['FIX', 'ME'], 'Mend it now, or file it where work is planned.'],
  [['eslint', '-disable'], 'Change the code, or change the rule in eslint.config.js for all of us.'],
  [['biome', '-ignore'], 'Let the formatter have its way.'],
  [['@ts-', 'ignore'], 'Give the value its real type.'],
  [['@ts-', 'expect-error'], 'Give the value its real type.'],
  [['@ts-', 'nocheck'], 'Give the values their real types.'],
]
  // In a comment; a list of words may well hold such a word.
  .map(([parts, advice]) => [new RegExp(`(?://|/\\*|^\\s*\\*).*${parts.join('')}\\b`, 'gm'), advice]);
const SWITCHED_OFF = /\b(?:it|test|describe)\.(?:only|todo|fails|skip)\(\s*['"`]/g;

export function checkMarks(files) {
  return files.flatMap(({ path, text }) => {
    const found = MARKS.flatMap(([mark, advice]) =>
      [...text.matchAll(mark)].map(({ index }) => ({ rule: 'unfinished', path, line: lineOf(text, index), advice })),
    );
    const off = path.startsWith('test/') ? [...text.matchAll(SWITCHED_OFF)] : [];
    const advice = 'A test that does not run proves nothing: run all of them, or remove it.';
    return [...found, ...off.map(({ index }) => ({ rule: 'test-off', path, line: lineOf(text, index), advice }))];
  });
}

export function checkCoreComments(files) {
  return files
    .filter(({ path }) => /^electron\/core\/.*\.ts$/.test(path))
    .flatMap(({ path, text }) => {
      const opening = text.split('\n').findIndex((line) => !line.startsWith('//'));
      if (opening >= 1 && opening <= 8) return [];
      const advice = 'Open the file with 2 to 6 lines: what it decides, from which data, what it never does.';
      return [{ rule: 'core-comment', path, line: 1, advice }];
    });
}

export function checkBarrels(files) {
  return files.flatMap(({ path, text }) => {
    if (!/\.tsx?$/.test(path)) return [];
    const statements = parse(path, text).statements;
    const onlyPassesOn = statements.length > 1 && statements.every((statement) => ts.isExportDeclaration(statement));
    const advice = 'Import from the file that defines the thing; a barrel hides who depends on what.';
    return onlyPassesOn ? [{ rule: 'barrel', path, line: 1, advice }] : [];
  });
}

const STATEMENTS = [
  'SELECT\\s[\\s\\S]*\\bFROM\\b',
  'INSERT\\s+(?:OR\\s+\\w+\\s+)?INTO\\s',
  'UPDATE\\s+\\w+\\s+SET\\s',
  'DELETE\\s+FROM\\s',
  'CREATE\\s+(?:UNIQUE\\s+)?(?:TABLE|INDEX|TRIGGER|VIRTUAL)\\s',
  'ALTER\\s+TABLE\\s',
  'DROP\\s+(?:TABLE|INDEX|TRIGGER)\\s',
  'PRAGMA\\s+\\w',
  'BEGIN\\s+(?:IMMEDIATE|EXCLUSIVE)\\b',
  'VACUUM\\b',
];
/** All upper or all lower case: "Select a model from the list" is a sentence. */
const inLowerCase = (pattern) => pattern.replace(/(?<!\\)[A-Z]+/g, (word) => word.toLowerCase());
const SQL = new RegExp(`^\\s*(?:${[...STATEMENTS, ...STATEMENTS.map(inLowerCase)].join('|')})`);

export function checkSql(files) {
  return files
    .filter(
      ({ path }) =>
        SCRIPT.test(path) && !/^(native\/sqlite|scripts\/rules|test\/(native|faults|bench|support))\//.test(path),
    )
    .flatMap(({ path, text }) => {
      const problems = [];
      const advice =
        'SQL stands in native/sqlite only. Add a method to the TranscriptStore port and implement it there.';
      visitStrings(parse(path, text), (value, line) => {
        if (SQL.test(value)) problems.push({ rule: 'sql-in-store', path, line, advice });
      });
      return problems;
    });
}

export function parse(path, text) {
  const kind = /\.tsx$/.test(path) ? ts.ScriptKind.TSX : undefined;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** Every string and template of a file, a template with `\0` where values go. */
export function visitStrings(source, visit) {
  const walk = (node) => {
    const line = () => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) visit(node.text, line());
    else if (ts.isTemplateExpression(node)) {
      visit(node.head.text + node.templateSpans.map((span) => `\0${span.literal.text}`).join(''), line());
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
}
