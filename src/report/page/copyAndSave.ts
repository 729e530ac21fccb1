/** Buttons with `data-copy` put that text on the clipboard, and say so. */
export function enableCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) button.hidden = false;
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof HTMLButtonElement)) return;
    const { copy } = event.target.dataset;
    if (copy !== undefined) void copyFrom(event.target, copy);
  });
}

async function copyFrom(button: HTMLButtonElement, text: string): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = copyBySelection(text) ? 'Copied' : 'Select and copy';
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1600);
}

/** For pages opened from disk, where the clipboard of the browser may be closed. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'hidden';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

/** Gives each table of the page a button that saves it as CSV. */
export function enableCsv(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('.scroll > table')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet csv';
    button.textContent = 'CSV';
    button.ariaLabel = `Save the table “${table.caption?.textContent ?? ''}” as CSV`;
    button.addEventListener('click', () => save(table));
    table.parentElement?.after(button);
  }
}

function save(table: HTMLTableElement): void {
  const link = document.createElement('a');
  const csv = [...table.rows].map((row) => `${[...row.cells].map(cellText).join(',')}\r\n`).join('');
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  link.href = url;
  link.download = `${(table.caption?.textContent ?? 'table').toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

/** A cell as a reader sees it; counts without the commas between thousands. */
function cellText(cell: HTMLTableCellElement): string {
  const text = (cell.textContent ?? '').trim().replace(/\s+/g, ' ');
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return text.replaceAll(',', '');
  // A spreadsheet would run text of the service that begins like a formula.
  const safe = /^[=+@\t-]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
