import { decodeHTML } from 'entities';

/** A table of a page, cells as a reader sees them. */
export interface ReadTable {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a reader finds on a page. */
export interface ReadPage {
  readonly tables: readonly ReadTable[];
  /** Everything that is said, line by line: sentences, and labels with their values. */
  readonly lines: readonly string[];
}

const blank = /\s+/g;

function plain(markup: string): string {
  return decodeHTML(markup.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(blank, ' ')
    .trim();
}

function all(text: string, form: RegExp): string[] {
  return [...text.matchAll(form)].map(([, found = '']) => found);
}

/** Reads a page of HTML as it is shown without scripts. */
export function readHtml(page: string): ReadPage {
  const body = page.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '');
  const tables = all(body, /<table>([\s\S]*?)<\/table>/g).map((table): ReadTable => {
    const [head = '', ...rows] = all(table, /<tr>([\s\S]*?)<\/tr>/g);
    const cells = (row: string): string[] => all(row, /<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g).map(plain);
    const [title = ''] = all(table, /<caption[^>]*>([\s\S]*?)<\/caption>/g);
    return { title: plain(title), headings: cells(head), rows: rows.map(cells) };
  });
  const key = /<dt>([\s\S]*?)<\/dt><dd>([\s\S]*?)<\/dd>(?:<dd class="detail">([\s\S]*?)<\/dd>)?/g;
  const keyed = [...body.matchAll(key)].map((found) => {
    const [label = '', value = '', detail = ''] = found.slice(1).map((text) => plain(text ?? ''));
    return `${label}: ${value} (${detail})`;
  });
  const said = body
    .replaceAll(/<table>[\s\S]*?<\/table>/g, '')
    .split(/<\/(?:li|p|h\d|figcaption|title|span|text)>/)
    .map(plain);
  return { tables, lines: [...keyed, ...said].filter((line) => line !== '') };
}

/** Reads Markdown; what escapes its letters is taken off. */
export function readMarkdown(text: string): ReadPage {
  const tables: ReadTable[] = [];
  const lines: string[] = [];
  let title = '';
  let rows: string[][] = [];
  const bare = (cell: string): string =>
    cell.replaceAll(/\\(.)/g, '$1').replaceAll(/[*`]/g, '').replace(blank, ' ').trim();
  const close = (): void => {
    const [headings, , ...body] = rows;
    if (headings !== undefined) tables.push({ title, headings, rows: body });
    rows = [];
  };
  for (const line of [...text.split('\n'), '']) {
    if (line.startsWith('| ')) rows.push(line.slice(2, -2).split(' | ').map(bare));
    else {
      close();
      if (line.startsWith('**')) title = bare(line);
      if (line !== '') lines.push(bare(line.replace(/^(?:- |#+ )/, '')));
    }
  }
  return { tables, lines };
}

/** Reads what a terminal shows that is as wide as it has to be. Rows with an empty cell cannot be told and are left out. */
export function readText(text: string): ReadPage {
  const tables: ReadTable[] = [];
  const lines: string[] = [];
  for (const block of text.split('\n\n')) {
    const [title = '', head = '', ...rows] = block.split('\n');
    const cells = (row: string): string[] => row.trim().split(/ {2,}/);
    const headings = cells(head);
    if (head.startsWith('  ') && headings.length > 1) {
      const whole = rows.map(cells).filter((row) => row.length === headings.length);
      if (whole.length > 0) tables.push({ title: title.trim(), headings, rows: whole });
    }
    for (const line of block.split('\n')) {
      const [label = '', value = '', detail = ''] = cells(line);
      lines.push(value === '' ? label : `${label}: ${value} (${detail})`, label, value);
    }
  }
  return { tables, lines: lines.filter((line) => line !== '') };
}
