import type { RunProgress } from '../../result/progress.ts';
import type { ThresholdResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { PageAssets } from '../html/bundlePage.ts';
import { documentText } from '../html/document.ts';
import { type Html, html } from '../html/html.ts';
import { badCount, bar, chip, keyFigure, type PageSection, sectionHtml, tableBy } from '../html/parts.ts';
import { machineSection } from '../html/sections/machine.ts';
import { toolbar } from '../html/sections/overTimeSection.ts';
import { generatorSection } from '../html/sections/run.ts';
import { violationsSection } from '../html/sections/violations.ts';
import { violationsSeenIn } from '../measures.ts';
import type { ReportData } from '../pageData.ts';
import { capital } from '../plainText.ts';
import { countOf, countText, durationText, latencyText, rateText, thresholdValueText } from '../quantities.ts';

/** The live page before its first second: the frame that events fill. */
export function livePage(progress: RunProgress | null, stopToken: string, assets: PageAssets): string {
  const data: ReportData = { time: '', witnesses: {}, stopToken };
  const parts = progress === null ? {} : liveParts(progress);
  const part = (id: string, menu: string): PageSection => {
    return { id, menu, body: html`<div id="${id}">${parts[id] ?? null}</div>` };
  };
  return documentText({
    title: 'canvass: run in progress',
    tone: 'info',
    page: 'live',
    subtitle:
      progress === null
        ? 'starting'
        : html`<b>${progress.run.profile}</b> against ${progress.target.datacenter || progress.target.baseUrl}`,
    sections: [
      part('live-head', 'Now'),
      {
        id: 'controls',
        body: html`<p class="controls"><button type="button" data-stop hidden>Stop the run</button> <span class="muted" role="status" data-note></span></p>`,
      },
      {
        id: 'time',
        title: 'Over time',
        note: 'The last 15 minutes, second by second; the report has the whole run.',
        body: html`<div class="over-time" data-over-time>${toolbar()}</div>`,
      },
      part('live-endpoints', 'Endpoints'),
      part('live-machine', 'Machine'),
      part('live-violations', 'Violations'),
      part('live-generator', 'Generator'),
    ],
    data,
    assets,
    connect: true,
  });
}

const mostViolations = 50;

/** The parts of the page that follow the run, by element id. */
export function liveParts(progress: RunProgress): Readonly<Record<string, Html>> {
  const violations = violationsSection(progress.violations.slice(0, mostViolations));
  return {
    'live-head': head(progress),
    'live-endpoints': sectionHtml(endpointsSection(progress)),
    'live-machine': sectionHtml(machineSection(progress.moves, progress.violations)),
    'live-violations': sectionHtml(
      'body' in violations ? violations : { ...violations, body: html`<p class="empty">None so far.</p>` },
    ),
    'live-generator': sectionHtml(generatorSection(progress.generator, 'load')),
  };
}

/** `12 s of 40 s`; what goes on beyond the plan is `9 s after the planned 40 s`. */
function elapsedWords({ elapsedSeconds, plannedSeconds }: RunProgress): string {
  const over = elapsedSeconds - plannedSeconds;
  return over > 0
    ? `${durationText(over)} after the planned ${durationText(plannedSeconds)}`
    : `${durationText(elapsedSeconds)} of ${durationText(plannedSeconds)}`;
}

function head(progress: RunProgress): Html {
  const { point, respondents, thresholds } = progress;
  const seen = violationsSeenIn(progress);
  const fails = progress.violations.some(gates);
  const missed = thresholds.filter(({ passed, value }) => !passed && value !== null).length;
  const errors = progress.endpoints.reduce((sum, endpoint) => sum + endpoint.errors, 0);
  const share = progress.plannedSeconds > 0 ? progress.elapsedSeconds / progress.plannedSeconds : 0;
  return html`<section id="verdict" class="verdict" aria-labelledby="verdict-h">
<p><span class="stamp ${fails ? 'bad' : missed > 0 ? 'warn' : 'info'}">${progress.phase}</span></p>
<h1 id="verdict-h">${capital(fails ? `${countText(seen)} ${seen === 1 ? 'violation' : 'violations'}` : missed > 0 ? `${countOf(missed, 'threshold')} missed` : 'Nothing wrong')} so far.</h1>
<div class="elapsed">${bar(share, fails ? 'bad' : 'plain')}<p class="muted">${elapsedWords(progress)}, seed ${progress.run.seed}</p></div>
<dl class="figures">
${keyFigure('Active now', countText(progress.active), `${countText(respondents.started)} started`)}
${keyFigure('Completed', countText(respondents.completed), `${countText(respondents.abandoned)} abandoned, ${countText(respondents.failed)} failed`)}
${keyFigure('Requests a second', rateText(point?.requests ?? 0), `${countText(progress.endpoints.reduce((sum, e) => sum + e.requests, 0))} in all`)}
${keyFigure('99th percentile', latencyText(point?.p99 ?? 0), `median ${latencyText(point?.p50 ?? 0)}, this second`)}
${keyFigure('Errors', countText(errors), 'in all', errors > 0 ? 'warn' : '')}
${keyFigure('Violations', countText(seen), `in ${countOf(progress.checks, 'check')}`, fails ? 'bad' : '')}
</dl>${
    thresholds.length > 0 &&
    html`<ul class="thresholds">${thresholds.map(
      (threshold) =>
        html`<li>${standingOf(threshold)} <code>${threshold.expression}</code> <span class="muted">${thresholdValueText(threshold)}</span></li>`,
    )}</ul>`
  }</section>`;
}

function standingOf({ passed, value }: ThresholdResult): Html {
  if (passed) return chip('met', 'good');
  return value === null ? chip('not yet', 'quiet') : chip('missed', 'bad');
}

function endpointsSection(progress: RunProgress): PageSection {
  return {
    id: 'endpoints',
    title: 'Endpoints',
    body: tableBy('Endpoints so far', progress.endpoints, [
      ['Endpoint', ({ endpoint }) => html`<code>${endpoint}</code>`],
      ['#Requests', ({ requests }) => countText(requests)],
      ['#Errors', ({ errors }) => badCount(errors)],
      ['#Expected rejections', ({ expectedRejections }) => countText(expectedRejections)],
      ['#p50', ({ p50Us }) => latencyText(p50Us)],
      ['#p95', ({ p95Us }) => latencyText(p95Us)],
      ['#p99', ({ p99Us }) => latencyText(p99Us)],
    ]),
  };
}
