// Joins the names of a CSS module: `c('row', active && 'active')`.

export type ClassNames = (...names: readonly (string | false | null | undefined)[]) => string;

export const classNames =
  (module: Readonly<Record<string, string>>): ClassNames =>
  (...names) =>
    names.flatMap((name) => (name ? [module[name] ?? name] : [])).join(' ');
