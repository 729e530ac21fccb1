/**
 * Rows as aligned columns, two blanks apart. Columns named in `right` are aligned to the right, as numbers are. Cells
 * hold plain text: styles are put on whole lines.
 */
export function columns(rows: readonly (readonly string[])[], right: readonly number[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, [...cell].length);
    });
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const gap = ' '.repeat((widths[i] ?? 0) - [...cell].length);
        return right.includes(i) ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}
