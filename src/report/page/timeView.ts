import { clockText } from '../charts/scales.ts';
import type { Shown } from '../charts/timeColumns.ts';
import type { TimeData } from '../charts/timeData.ts';
import { TimeCharts } from './timeCharts.ts';
import { enableCursor } from './timeCursor.ts';

/** So many intervals stay in sight, however close one looks. */
const fewestIntervals = 5;

/** Draws the charts over time as wide as the page, and lets the reader zoom, move, and choose an endpoint; null without charts. */
export function enableTime(data: TimeData | null): TimeCharts | null {
  const root = document.querySelector<HTMLElement>('[data-over-time]');
  if (root === null || data === null) return null;
  const charts = new TimeCharts(root, data);
  const toolbar = root.querySelector<HTMLElement>('.zoom');
  const select = root.querySelector<HTMLSelectElement>('[data-endpoints]');
  const note = root.querySelector<HTMLElement>('[data-time-shown]');
  let pointed: number | null = null;

  const show = (shown: Shown): void => {
    charts.show(within(shown, charts.whole, fewestIntervals * charts.intervalSeconds));
    pointed = null;
    tell('');
    if (select !== null) select.value = charts.shown.endpoint ?? '';
    markRows(charts.shown.endpoint);
  };
  const tell = (time: string): void => {
    if (note === null) return;
    const { fromSecond, toSecond } = charts.shown;
    note.textContent = time === '' ? `${clockText(fromSecond)} to ${clockText(toSecond)}` : `at ${time}`;
  };
  const cursor = enableCursor(charts, tell, (fromSecond, toSecond) => show({ ...charts.shown, fromSecond, toSecond }));
  const choose = (endpoint: string | null): void => show({ ...charts.shown, endpoint });
  const zoom = (does: string): void => show(zoomed(charts.shown, charts.whole, does, pointed));

  root.addEventListener('dblclick', (event) => {
    // The charts' root has captured the pointer where a plot was pressed.
    if (event.target === root || (event.target instanceof Element && event.target.closest('svg.plot') !== null))
      zoom('all');
  });
  toolbar?.addEventListener('click', (event) => {
    if (event.target instanceof HTMLElement && event.target.dataset.zoom !== undefined) zoom(event.target.dataset.zoom);
  });
  select?.addEventListener('change', () => choose(select.value === '' ? null : select.value));
  root.addEventListener('keydown', (event) => {
    const does = keys[event.key];
    if (does === undefined || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    if (does !== 'left' && does !== 'right') return zoom(does);
    const { fromSecond, toSecond } = charts.shown;
    const step = (charts.frame?.secondsPerColumn ?? 1) * (does === 'left' ? -1 : 1);
    pointed = Math.min(toSecond - 0.01, Math.max(fromSecond, (pointed ?? fromSecond) + step));
    cursor.at(pointed);
  });
  for (const endpoint of charts.endpoints) select?.append(new Option(endpoint, endpoint));
  enableRows((endpoint) => choose(endpoint === charts.shown.endpoint ? null : endpoint));
  if (toolbar !== null) toolbar.hidden = false;
  tell('');
  const followLink = (): void => {
    const [, from, to] = /^#t=(\d+)-(\d+)$/.exec(location.hash) ?? [];
    if (from === undefined || to === undefined) return;
    show({ ...charts.shown, fromSecond: Number(from), toSecond: Number(to) });
    root.scrollIntoView();
  };
  addEventListener('hashchange', followLink);
  followLink();
  return charts;
}

const keys: Readonly<Record<string, string>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'all',
  Escape: 'all',
};

function zoomed(shown: Shown, whole: Shown, does: string, pointed: number | null): Shown {
  const { fromSecond, toSecond } = shown;
  const span = toSecond - fromSecond;
  const centre = pointed ?? (fromSecond + toSecond) / 2;
  const around = (width: number): Shown => ({
    ...shown,
    fromSecond: centre - width * ((centre - fromSecond) / span),
    toSecond: centre + width * ((toSecond - centre) / span),
  });
  const moved = (by: number): Shown => ({ ...shown, fromSecond: fromSecond + by, toSecond: toSecond + by });
  switch (does) {
    case 'in':
      return around(span / 2);
    case 'out':
      return around(span * 2);
    case 'earlier':
      return moved(Math.max(-span / 2, whole.fromSecond - fromSecond));
    case 'later':
      return moved(Math.min(span / 2, whole.toSecond - toSecond));
    default:
      return { ...whole, endpoint: shown.endpoint };
  }
}

/** Whole seconds within the run, and not fewer than can be looked at. */
function within(shown: Shown, whole: Shown, leastSeconds: number): Shown {
  const from = Math.max(whole.fromSecond, Math.floor(Math.min(shown.fromSecond, whole.toSecond - leastSeconds)));
  const to = Math.min(whole.toSecond, Math.max(Math.ceil(shown.toSecond), from + leastSeconds));
  return { ...shown, fromSecond: from, toSecond: to };
}

/** The names in the table of endpoints become buttons. */
function enableRows(choose: (endpoint: string) => void): void {
  for (const name of document.querySelectorAll<HTMLElement>('[data-endpoint-row]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet row-choice';
    button.ariaPressed = 'false';
    button.title = 'Show this endpoint alone in every chart';
    button.append(...name.childNodes);
    button.addEventListener('click', () => choose(name.dataset.endpointRow ?? ''));
    name.append(button);
  }
}

function markRows(endpoint: string | null): void {
  for (const name of document.querySelectorAll<HTMLElement>('[data-endpoint-row]')) {
    const chosen = name.dataset.endpointRow === endpoint;
    name.closest('tr')?.classList.toggle('chosen', chosen);
    const button = name.querySelector('button');
    if (button !== null) button.ariaPressed = String(chosen);
  }
}
