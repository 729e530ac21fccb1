import type { Comparison } from '../compare/compareResults.ts';
import { percentileName, shiftText, verdictText } from '../compare/comparisonText.ts';
import type { PercentileShift } from '../compare/latencyShifts.ts';
import type { ShiftVerdict } from '../compare/shift.ts';
import { countText, latencyText, shareText } from '../quantities.ts';
import { documentText } from './document.ts';
import { type Html, html } from './html.ts';
import type { PageAssets } from './pageAssets.ts';
import { chip, prose, section, type Tone, table, toneOf } from './parts.ts';
import { violationPart } from './sections/violations.ts';

/** A comparison as one HTML file: no network, nothing else needed. */
export function comparePage(comparison: Comparison, assets: PageAssets): string {
  return documentText({
    title: `${comparison.latency} ${comparison.runs.at(-1)?.id ?? ''}`,
    page: 'compare',
    subtitle: html`${sideName(comparison, 'baseline')} against <b>${sideName(comparison, 'candidate')}</b>`,
    menu: [
      ['verdict', 'Verdict'],
      ['latency', 'Latency'],
      ['violations', `Violations ${comparison.violations.length}`],
      ['questions', 'Questions'],
      ['circumstances', 'Circumstances'],
      ['runs', 'Runs'],
    ],
    body: [
      verdict(comparison),
      latency(comparison),
      violations(comparison),
      questions(comparison),
      circumstances(comparison),
      runs(comparison),
    ],
    data: {
      witnesses: Object.fromEntries(
        comparison.violations.map(({ example, standing }) => [`${standing}-${example.id}`, example.witness]),
      ),
    },
    assets,
  });
}

function sideName({ runs }: Comparison, side: 'baseline' | 'candidate'): string {
  const found = runs.filter((run) => run.side === side);
  const releases = [...new Set(found.map((run) => run.release))].filter(Boolean).join(', ');
  return `${releases || side}${found.length > 1 ? `, ${found.length} runs` : ''}`;
}

const tones: Readonly<Record<ShiftVerdict, Tone>> = {
  SLOWER: 'bad',
  FASTER: 'good',
  SAME: 'good',
  "CAN'T TELL": 'warn',
};

function verdict(comparison: Comparison): Html {
  const tone = comparison.failed ? 'bad' : tones[comparison.latency];
  return html`<section id="verdict" class="verdict ${tone}" aria-labelledby="verdict-h">
<p class="stamp">${comparison.latency}</p><h1 id="verdict-h">${comparison.headline}</h1>
<div class="two"><div><h2 class="small">Why</h2><ul>${comparison.reasons.map((reason) => html`<li>${reason}</li>`)}</ul></div>
<div><h2 class="small">What to do next</h2><ol>${comparison.next.map((step) => html`<li>${step}</li>`)}</ol></div></div></section>
`;
}

function latency({ shifts, options }: Comparison): Html {
  const widest = Math.max(0.12, ...shifts.map((s) => Math.min(0.5, Math.max(Math.abs(s.low), Math.abs(s.high)))));
  return section(
    'latency',
    'Latency shift',
    html`Experienced latency of the candidate against the baseline. The line is the interval in which the shift lies; the
shaded band is what does not matter, ±${shareText(options.minimumEffect)}.`,
    shifts.length === 0
      ? html`<p class="empty">No endpoint had enough requests on both sides.</p>`
      : table(
          'Latency shift by endpoint and percentile',
          ['Endpoint', 'Percentile', '#Baseline', '#Candidate', '#Shift', 'Faster – slower', '#Interval', 'Verdict'],
          shifts.map((s, i) => [
            shifts[i - 1]?.endpoint === s.endpoint ? '' : html`<code>${s.endpoint}</code>`,
            percentileName(s.share),
            latencyText(s.baselineUs),
            latencyText(s.candidateUs),
            html`<b>${shiftText(s.shift)}</b>`,
            interval(s, widest, options.minimumEffect),
            `${shiftText(s.low)} to ${shiftText(s.high)}`,
            chip(verdictText(s), tones[s.verdict]),
          ]),
        ),
  );
}

/** A shift with its interval on a scale of ±`widest`; what does not fit ends in an arrowhead at the edge. */
function interval(s: PercentileShift, widest: number, minimumEffect: number): Html {
  const x = (share: number): number =>
    Number((100 + (Math.max(-widest, Math.min(widest, share)) / widest) * 96).toFixed(2));
  return html`<svg class="interval ${tones[s.verdict]}" viewBox="0 0 200 18" role="img" aria-label="${shiftText(s.low)} to ${shiftText(s.high)}">
<rect class="band" x="${x(-minimumEffect)}" y="0" width="${x(minimumEffect) - x(-minimumEffect)}" height="18"/>
<line class="zero" x1="100" x2="100" y1="0" y2="18"/><line class="range" x1="${x(s.low)}" x2="${x(s.high)}" y1="9" y2="9"/>
${s.low < -widest && html`<path class="beyond" d="M8 5 L2 9 L8 13"/>`}${s.high > widest && html`<path class="beyond" d="M192 5 L198 9 L192 13"/>`}
<circle cx="${x(s.shift)}" cy="9" r="4"/></svg>`;
}

function violations({ violations: found }: Comparison): Html {
  return section(
    'violations',
    'Violations new and gone',
    null,
    found.length === 0
      ? html`<p class="empty">Both sides break the same clauses, or none.</p>`
      : html`<div class="violations">${found.map(
          ({ standing, gating, runs: count, of, example }) =>
            html`<p class="standing">${chip(standing, standing === 'GONE' ? 'good' : gating ? 'bad' : 'warn')} in ${count} of ${of} ${standing === 'NEW' ? 'candidate' : 'baseline'} runs</p>${violationPart({ ...example, id: `${standing}-${example.id}` })}`,
        )}</div>`,
  );
}

function questions({ observations, coverageLost }: Comparison): Html {
  return section(
    'questions',
    'Open questions and coverage',
    null,
    html`${
      observations.length === 0
        ? html`<p class="empty">Open questions were answered as before.</p>`
        : table(
            'Open questions answered otherwise',
            ['Question', 'Baseline', 'Candidate'],
            observations.map(({ question, baseline, candidate }) => [
              prose(question),
              baseline.join(' | '),
              html`<b>${candidate.join(' | ')}</b>`,
            ]),
          )
    }${
      coverageLost.length > 0 &&
      html`<h3>No longer exercised</h3>${table(
        'No longer exercised',
        ['Kind', 'Name', '#Baseline'],
        coverageLost.map(({ kind, name, baselineCount }) => [
          kind,
          html`<code>${name}</code>`,
          countText(baselineCount),
        ]),
      )}`
    }`,
  );
}

function circumstances({ environment }: Comparison): Html {
  return section(
    'circumstances',
    'Circumstances that differ',
    environment.some(({ warning }) => warning) ? html`Those marked can move the latency by themselves.` : null,
    environment.length === 0
      ? html`<p class="empty">Both sides ran alike.</p>`
      : table(
          'Circumstances that differ',
          ['What', 'Baseline', 'Candidate', ''],
          environment.map(({ name, baseline, candidate, warning }) => [
            name,
            baseline.join(', '),
            candidate.join(', '),
            warning ? chip('look', 'warn') : '',
          ]),
        ),
  );
}

function runs({ runs: all }: Comparison): Html {
  return section(
    'runs',
    'Runs',
    null,
    table(
      'Runs',
      ['Run', 'Side', 'Verdict', 'Release', '#Requests', '#Errors'],
      all.map((run) => [
        html`<code>${run.id}</code>`,
        run.side,
        chip(run.verdict, toneOf(run.verdict)),
        run.release,
        countText(run.requests),
        shareText(run.errorShare),
      ]),
    ),
  );
}
