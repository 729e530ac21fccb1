import type { RunResult } from '../../../result/runResult.ts';
import { checksOf, gatingViolations, judge, requestsOf } from '../../judgement.ts';
import { latencyOfAll } from '../../latencyOfAll.ts';
import {
  countOf,
  countText,
  durationText,
  latencyText,
  rateText,
  shareText,
  thresholdValueText,
} from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { chip, keyFigure, table, toneOf } from '../parts.ts';

/** The first screen: the verdict in words, why, what to do next, and the figures that a reader asks for first. */
export function verdictSection(result: RunResult): Html {
  const { headline, why, next } = judge(result);
  return html`<section id="verdict" class="verdict ${toneOf(result.verdict)}" aria-labelledby="verdict-h">
<p class="stamp">${result.verdict}</p>
<h1 id="verdict-h">${headline}</h1>
<div class="two">
<div><h2 class="small">Why</h2><ul>${why.map((reason) => html`<li>${reason}</li>`)}</ul></div>
<div><h2 class="small">What to do next</h2><ol>${next.map((step) => html`<li>${step}</li>`)}</ol>${
    result.violations.length > 0 &&
    html`<p><a href="#violations">See ${countOf(result.violations.length, 'violation')} with the requests that prove ${result.violations.length === 1 ? 'it' : 'them'}</a></p>`
  }</div>
</div>
${keyFigures(result)}
${thresholds(result)}
</section>
`;
}

function keyFigures(result: RunResult): Html {
  const { respondents, run } = result;
  const requests = requestsOf(result);
  const all = latencyOfAll(result);
  const errors = result.endpoints.reduce((sum, { outcomes: o }) => {
    return sum + o.serverError + o.clientError + o.timeout + o.connection + o.malformed;
  }, 0);
  const gating = gatingViolations(result).length;
  return html`<dl class="figures">
${keyFigure('Respondents', countText(respondents.started), `${countText(respondents.completed)} completed${respondents.peak > 0 ? `, ${countText(respondents.peak)} at once` : ''}`)}
${keyFigure('Requests', countText(requests), run.durationSeconds > 0 ? `${rateText(requests / run.durationSeconds)} a second for ${durationText(run.durationSeconds)}` : durationText(run.durationSeconds))}
${keyFigure('Median latency', all === null ? '–' : latencyText(all.p50), 'experienced, all endpoints')}
${keyFigure('99th percentile', all === null ? '–' : latencyText(all.p99), all === null ? 'nothing was measured' : `longest ${latencyText(all.max)}`)}
${keyFigure('Errors', countText(errors), requests > 0 ? shareText(errors / requests) : 'no requests', errors > 0 ? 'warn' : '')}
${keyFigure('Violations', countText(result.violations.length), `${countText(gating)} new, in ${countOf(checksOf(result), 'check')}`, gating > 0 ? 'bad' : '')}
</dl>`;
}

function thresholds(result: RunResult): Html | null {
  if (result.thresholds.length === 0) return null;
  return html`<h2 class="small">Thresholds</h2>${table(
    'Thresholds',
    ['Expression', '#Measured', 'Verdict'],
    result.thresholds.map(({ expression, value, passed, windowSeconds, abortedAtSecond }) => [
      html`<code>${expression}</code>${windowSeconds !== null && html` <span class="muted">in every window of ${windowSeconds} s</span>`}${
        typeof abortedAtSecond === 'number' &&
        html` <span class="muted">ended the run at second ${abortedAtSecond}</span>`
      }`,
      thresholdValueText(expression, value),
      passed ? chip('met', 'good') : chip(value === null ? 'not measured' : 'missed', 'bad'),
    ]),
  )}`;
}
