import { overTimeCharts } from '../../charts/overTime.ts';
import type { TimeData } from '../../charts/timeData.ts';
import { type TimeChart, type TimeFrame, timeChartHtml } from '../../charts/timePlot.ts';
import { type Column, nothingOf, type Part } from '../../content/content.ts';
import { orDash } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { figure, type PageSection, tableBy } from '../parts.ts';

const mostRows = 60;
/** The pictures that are in the page itself, for readers without scripts and for paper. */
const stillWidth = 720;
const stillColumns = 180;

/** The run over time: one column of charts on one time axis, each with its table. */
export function overTimeSection(data: TimeData): PageSection | Part {
  const { points, schedule } = data;
  const about = { id: 'time', title: 'Over time' };
  if (points.length === 0) return nothingOf(about, 'Nothing happened that could be drawn.');
  const { charts, frame } = overTimeCharts(data, { mostColumns: stillColumns });
  const told = overTimeCharts(data, { mostColumns: mostRows });
  const tableOf = (id: string): Html | null => {
    const chart = told.charts.find((each) => each.id === id);
    return chart === undefined || chart.empty !== null ? null : valuesHtml(chart, told.frame);
  };
  return {
    ...about,
    note:
      schedule !== null &&
      html`Shaded: the warm-up, which is in these charts but in no latency, rate or threshold of the run, and the drain, in
which nobody new arrives. Dotted lines: where stages meet.${schedule.stretches.length > 1 && ' Solid lines: where the next run begins; what was between two runs is left out.'}`,
    body: html`<div class="over-time" data-over-time>${toolbar()}${charts.map((chart) =>
      figure(chart.id, chart.caption, timeChartHtml(chart, frame, stillWidth), tableOf(chart.id)),
    )}</div>`,
  };
}

/** Zooming by buttons; by mouse, touch and keys it works on the charts themselves. */
export function toolbar(): Html {
  const button = (does: string, label: string, text: string): Html =>
    html`<button type="button" class="quiet" data-zoom="${does}" aria-label="${label}">${text}</button>`;
  return html`<div class="zoom" role="toolbar" aria-label="Time and endpoint shown" hidden>
<label>Endpoint <select data-endpoints><option value="">all</option></select></label>
${button('in', 'Look closer', '+')}${button('out', 'Look from further away', '−')}${button('earlier', 'Earlier', '←')}${button('later', 'Later', '→')}${button('all', 'All of the run', 'All')}
<span class="muted" role="status" data-time-shown></span><span class="muted hint">Drag over a chart to zoom in; double-click shows all.</span></div>`;
}

/** The values of a chart by its columns of time; what is drawn stands as it is drawn. */
function valuesHtml({ caption, series }: TimeChart, { seconds, secondsPerColumn }: TimeFrame): Html {
  const time = (second: number): string =>
    secondsPerColumn === 1 ? String(second) : `${second}–${second + secondsPerColumn - 1}`;
  return tableBy(
    caption,
    seconds.map((second, i) => ({ second, i })),
    [
      ['#Second', ({ second }) => time(second)],
      ...series.map(
        ({ label, values, text }): Column<{ i: number }, string> => [`#${label}`, ({ i }) => orDash(values[i], text)],
      ),
    ],
  );
}
