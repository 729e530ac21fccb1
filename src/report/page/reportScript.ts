import './page.css';
import type { TimeData } from '../charts/timeData.ts';
import type { ReportData } from '../pageData.ts';
import { enableCopying, enableCsv } from './copyAndSave.ts';
import { startLivePage } from './live.ts';
import { enableFilters } from './tableFilters.ts';
import { enableTheme } from './theme.ts';
import type { TimeCharts } from './timeCharts.ts';
import { enableTime } from './timeView.ts';
import { enableWitnesses } from './witness.ts';

async function readTime({ time }: ReportData): Promise<TimeData | null> {
  if (time === '') return null;
  const bytes = Uint8Array.from(atob(time), (character) => character.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(inflated).json();
}

/** What the page was given: the JSON of its data island, written by the same version of canvass. */
const data: ReportData = {
  time: '',
  witnesses: {},
  stopToken: '',
  ...JSON.parse(document.getElementById('data')?.textContent ?? '{}'),
};
let charts: TimeCharts | null = null;
enableTheme();
enableCopying();
enableFilters();
enableProblemKeys();
enableWitnesses(data);
enableCsv();
// On paper charts are as wide as the paper.
addEventListener('beforeprint', () => charts?.print(true));
addEventListener('afterprint', () => charts?.print(false));
if (document.body.dataset.page === 'live') startLivePage(data);
else
  void readTime(data).then((time) => {
    charts = enableTime(time);
  });

/** `j` and `k` move from one problem to the next and back, as mail readers have it; the one moved to is opened. */
function enableProblemKeys(): void {
  const problems = [...document.querySelectorAll<HTMLDetailsElement>('details.problem')];
  const hint = document.querySelector<HTMLElement>('#problems .keys');
  if (problems.length < 2) return;
  if (hint !== null) hint.hidden = false;
  let at = -1;
  document.addEventListener('keydown', (event) => {
    const step = { j: 1, k: -1 }[event.key];
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (step === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = problems.findIndex((problem) => problem.contains(document.activeElement));
    at = Math.max(0, Math.min(problems.length - 1, (focused < 0 ? at : focused) + step));
    problems.forEach((problem, i) => {
      problem.open = i === at;
    });
    problems[at]?.querySelector('summary')?.focus();
    problems[at]?.scrollIntoView({ block: 'start' });
  });
}
