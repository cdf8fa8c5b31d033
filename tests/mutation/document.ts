/** The cells of a table: mutants, noticed, survived, score. */
export function scoreCells(mutants: number, survived: number): string {
  const share = (((mutants - survived) / mutants) * 100).toFixed(1);
  return `${mutants} | ${mutants - survived} | ${survived} | ${share} %`;
}

/** The rows of a table: survivor, reason. */
export function survivorRows(reasons: Readonly<Record<string, string | undefined>>): string {
  const escaped = (text: string) => text.replace(/[|<*_`[\]]/g, '\\$&');
  return Object.entries(reasons)
    .map(([name, reason]) => `| ${escaped(name)} | ${reason ?? '?'} |`)
    .join('\n');
}
