const key = 'canvass-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Light or dark as the reader's system says, until the button says otherwise; kept where the browser allows it. */
export function enableTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-toggle]');
  const kept = stored();
  if (kept !== null) document.documentElement.dataset.theme = kept;
  const label = (): void => {
    if (button !== null) button.textContent = isDark() ? 'Light' : 'Dark';
  };
  label();
  dark.addEventListener('change', label);
  if (button === null) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    keep(theme);
    label();
  });
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? dark.matches : theme === 'dark';
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A page opened from disk may not be allowed to keep anything: the choice then lasts as long as the page.
  }
}
