import {
  type HeatMap,
  heatRowFloorUs,
  type LiveSecond,
  type LiveView,
  liveSeconds,
  type ReportData,
  type TimeColumns,
  timeColumnNames,
} from '../pageData.ts';
import { mountCharts, updateCharts } from './charts.ts';
import { showOpenWitnesses } from './witness.ts';

/** Brings the live page to life: seconds are added to the charts, parts are replaced, the stop button stops the run. */
export function startLivePage(data: ReportData): void {
  const seconds: LiveSecond[] = [];
  const source = new EventSource('events');
  source.addEventListener('seconds', (event: MessageEvent<string>) => {
    const first = data.time === null;
    const newer: LiveSecond[] = JSON.parse(event.data);
    seconds.push(...newer);
    seconds.splice(0, seconds.length - liveSeconds);
    data.time = columnsOf(seconds);
    data.heat = heatOf(seconds);
    if (first) mountCharts(data);
    else updateCharts(data);
  });
  source.addEventListener('view', (event: MessageEvent<string>) => {
    const { parts, witnesses }: LiveView = JSON.parse(event.data);
    Object.assign(data.witnesses, witnesses);
    for (const [id, markup] of Object.entries(parts)) replacePart(id, markup, data);
  });
  // The run has ended: the same address now gives its report.
  source.addEventListener('end', () => {
    source.close();
    location.reload();
  });
  source.addEventListener('error', () => note('The connection to canvass is lost: the run may have ended.'));
  source.addEventListener('open', () => note(''));
  enableStop(data.stopToken);
}

/** Puts in the markup that canvass made; what the reader has opened stays open. */
function replacePart(id: string, markup: string, data: ReportData): void {
  const place = document.getElementById(id);
  if (place === null) return;
  const open = new Set([...place.querySelectorAll('details[open][id]')].map((details) => details.id));
  place.innerHTML = markup;
  for (const details of place.querySelectorAll('details')) if (open.has(details.id)) details.open = true;
  showOpenWitnesses(place, data.witnesses);
}

function enableStop(token: string): void {
  const button = document.querySelector<HTMLButtonElement>('[data-stop]');
  if (button === null) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const response = await fetch('stop', { method: 'POST', headers: { 'x-canvass-token': token } });
    note(
      response.ok ? 'The run is stopping: respondents finish what they do, then the report comes.' : 'Stopping failed.',
    );
  });
}

function note(text: string): void {
  const place = document.querySelector('[data-note]');
  if (place !== null) place.textContent = text;
}

function columnsOf(seconds: readonly LiveSecond[]): TimeColumns {
  const columns = Object.fromEntries(timeColumnNames.map((name) => [name, seconds.map((one) => one.values[name])]));
  const empty: number[] = [];
  return {
    seconds: seconds.map((one) => one.second),
    secondsPerPoint: 1,
    arrivals: empty,
    requests: empty,
    active: empty,
    errors: empty,
    throttled: empty,
    dropped: empty,
    expectedRejections: empty,
    violations: empty,
    p50: empty,
    p95: empty,
    p99: empty,
    ...columns,
  };
}

function heatOf(seconds: readonly LiveSecond[]): HeatMap | null {
  const rows = seconds.flatMap(({ heat }) => heat.filter((_, i) => i % 2 === 0));
  if (rows.length === 0) return null;
  const lowest = rows.reduce((a, b) => Math.min(a, b));
  const highest = rows.reduce((a, b) => Math.max(a, b));
  const first = seconds[0]?.second ?? 0;
  const cells: number[] = [];
  for (const { second, heat } of seconds)
    for (let i = 0; i + 1 < heat.length; i += 2) cells.push(second - first, (heat[i] ?? 0) - lowest, heat[i + 1] ?? 0);
  return {
    secondsPerColumn: 1,
    columns: (seconds.at(-1)?.second ?? first) - first + 1,
    edgesUs: Array.from({ length: highest - lowest + 2 }, (_, i) => heatRowFloorUs(lowest + i)),
    cells,
  };
}
