import type { TimelinePoint } from '../../result/timeline.ts';
import type { TimeData } from '../charts/timeData.ts';
import { type LiveView, liveSeconds, type ReportData } from '../pageData.ts';
import type { TimeCharts } from './timeCharts.ts';
import { enableTime } from './timeView.ts';
import { showOpenWitnesses } from './witness.ts';

/** Brings the live page to life: seconds are added to the charts, parts are replaced, the stop button stops the run. */
export function startLivePage(data: ReportData): void {
  const points: TimelinePoint[] = [];
  let charts: TimeCharts | null = null;
  let plan: Pick<TimeData, 'schedule' | 'limits'> = { schedule: null, limits: [] };
  const source = new EventSource('events');
  source.addEventListener('seconds', (event: MessageEvent<string>) => {
    const newer: TimelinePoint[] = JSON.parse(event.data);
    points.push(...newer);
    points.splice(0, points.length - liveSeconds);
    if (points.length === 0) return;
    const time: TimeData = { intervalSeconds: 1, points, ...plan };
    if (charts === null) charts = enableTime(time);
    else charts.update(time);
  });
  source.addEventListener('view', (event: MessageEvent<string>) => {
    const { parts, witnesses, schedule, limits }: LiveView = JSON.parse(event.data);
    plan = { schedule, limits };
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
  showOpenWitnesses(place, data);
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
