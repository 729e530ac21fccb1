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

/** Rows of a table that are told one under the other, where it is wider than the terminal. */
const mostStacked = 5;

/** Text in lines no longer than `width` where it has blanks to break at; later lines are indented by `indent`. */
export function wrapped(text: string, width: number, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    } else line = line === '' && lines.length === 0 ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A table as columns where they fit; else each row's first cell as a line, and under it the other cells with their headings. */
export function fitted(
  rows: readonly (readonly PaintedCell[])[],
  right: readonly number[],
  width: number,
): readonly string[] {
  const plain = columns(
    rows.map((row) => row.map(({ text }) => text)),
    right,
  );
  if (plain.every((line) => line.length <= width)) return columns(rows, right);
  const [head = [], ...body] = rows;
  const label = Math.max(...head.slice(1).map(({ text }) => text.length));
  const lines = body.slice(0, mostStacked).flatMap(([first, ...others]) => [
    first === undefined ? '' : first.paint(first.text),
    ...others.flatMap(({ text, paint }, i) => {
      if (text === '') return [];
      const heading = head[i + 1];
      const name = `  ${(heading?.text ?? '').padEnd(label)}  `;
      const [begin = '', ...rest] = wrapped(text, width - name.length, 0);
      const indent = ' '.repeat(name.length);
      return [(heading?.paint(name) ?? name) + paint(begin), ...rest.map((line) => indent + paint(line))];
    }),
  ]);
  const more = body.length - mostStacked;
  return more > 0 ? [...lines, `and ${more} more in the report`] : lines;
}
