/** A cell whose text is painted once its width is known. */
export interface PaintedCell {
  readonly text: string;
  paint(text: string): string;
}

/**
 * Rows as aligned columns, two blanks apart. Columns named in `right` are aligned to the right, as numbers are. Cells
 * hold plain text, with what colours it beside it.
 */
export function columns(rows: readonly (readonly (string | PaintedCell)[])[], right: readonly number[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
    });
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const isLast = i === row.length - 1;
        const gap = ' '.repeat((widths[i] ?? 0) - widthOf(cell));
        const painted = typeof cell === 'string' ? cell : cell.paint(cell.text);
        return right.includes(i) ? gap + painted : painted + (isLast ? '' : gap);
      })
      .join('  ')
      .trimEnd(),
  );
}

function widthOf(cell: string | PaintedCell): number {
  return [...(typeof cell === 'string' ? cell : cell.text)].length;
}
