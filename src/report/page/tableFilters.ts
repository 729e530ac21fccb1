/** Brings the filter bars to life: buttons choose by value, the search by words; groups without a match close up. */
export function enableFilters(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('[data-filter]'))
    enableFilter(bar, bar.dataset.filter ?? '');
}

function enableFilter(bar: HTMLElement, kind: string): void {
  const items = [...document.querySelectorAll<HTMLElement>(`[data-item="${kind}"]`)].map((element) => ({
    element,
    value: element.dataset.value ?? '',
    words: (element.textContent ?? '').toLowerCase(),
  }));
  const groups = document.querySelectorAll<HTMLDetailsElement>(`[data-group="${kind}"]`);
  const buttons = [...bar.querySelectorAll('button')];
  const search = bar.querySelector('input');
  const shown = bar.querySelector<HTMLElement>('[data-shown]');
  const apply = (): void => {
    const values = buttons.filter((b) => b.ariaPressed === 'true').map((b) => b.dataset.value ?? '');
    const words = (search?.value ?? '').toLowerCase().trim();
    let count = 0;
    for (const item of items) {
      const match = (values.length === 0 || values.includes(item.value)) && item.words.includes(words);
      item.element.hidden = !match;
      if (match) count++;
    }
    const filtered = values.length > 0 || words !== '';
    for (const group of groups) {
      group.hidden = group.querySelector(`[data-item="${kind}"]:not([hidden])`) === null;
      if (filtered && !group.hidden) group.open = true;
    }
    if (shown !== null) shown.textContent = filtered ? `${count} of ${items.length}` : '';
  };
  for (const button of buttons)
    button.addEventListener('click', () => {
      button.ariaPressed = button.ariaPressed === 'true' ? 'false' : 'true';
      apply();
    });
  search?.addEventListener('input', apply);
  bar.hidden = false;
}
