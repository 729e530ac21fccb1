import { drawAllCharts } from './charts.ts';

const mostOpened = 20;

/** On paper nothing can be opened: before printing, every chart is drawn and the first violations are opened. */
export function enablePrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    drawAllCharts();
    opened = [
      ...document.querySelectorAll<HTMLDetailsElement>(
        'details.problem:not([open]), details.violation:not([open]), details.group:not([open])',
      ),
    ].slice(0, mostOpened);
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });
}
