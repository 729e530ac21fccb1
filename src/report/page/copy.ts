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
