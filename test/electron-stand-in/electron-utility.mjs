// What `import 'electron'` gives inside a utility process.
export const net = {};
export const systemPreferences = {};
