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
  dark.addEventListener('change', () => {
    label();
    announce();
  });
  if (button === null) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    keep(theme);
    label();
    announce();
  });
}

export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? dark.matches : theme === 'dark';
}

/** Calls `listener` whenever the page turns light or dark: what is drawn on a canvas must be drawn again. */
export function onThemeChange(listener: () => void): void {
  document.addEventListener('canvass-theme', listener);
}

const probe = document.createElement('i');
const resolved = new Map<string, string>();

/** A colour of the style, such as `--ink`, as the theme of now has it and as a canvas understands it. */
export function colour(name: string): string {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  if (!probe.isConnected) {
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  resolved.set(name, color);
  return color;
}

function announce(): void {
  resolved.clear();
  document.dispatchEvent(new Event('canvass-theme'));
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
