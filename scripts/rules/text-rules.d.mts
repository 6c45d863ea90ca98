export interface SourceFile {
  readonly path: string;
  readonly text: string;
}
export interface Problem {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  /** What the person who broke the rule should do. */
  readonly advice: string;
}
type Rule = (files: readonly SourceFile[]) => readonly Problem[];
export const checkNames: Rule;
export const checkMarks: Rule;
export const checkCoreComments: Rule;
export const checkBarrels: Rule;
export const checkSql: Rule;
