import type { BaselineStanding, StoredAnswers, Violation } from '../../../result/verdict.ts';
import { nothingOf, type Part } from '../../content/content.ts';
import { classificationWords, reproductionText, requestText, responseText } from '../../content/witnessText.ts';
import { cut } from '../../plainText.ts';
import { countText, seenText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { chip, filterBar, type PageSection, table } from '../parts.ts';

/** Every distinct violation: expected beside actual, and its witness step by step when it is opened. */
export function violationsSection(violations: readonly Violation[]): PageSection | Part {
  const kinds = Map.groupBy(violations, (violation) => violation.classification);
  const about = { id: 'violations', title: 'Violations' };
  if (violations.length === 0) return nothingOf(about, 'None was found.');
  return {
    ...about,
    note: html`Each is one distinct way in which the service broke its document, with how often it was seen. Open one for
the requests that prove it; the step that shows it is marked.`,
    body: html`${filterBar('violation', kinds, (kind, { length }) => html`${classificationWords[kind]} <b>${length}</b>`)}
<div class="violations">${violations.map(violationPart)}</div>`,
  };
}

/** One violation, closed; the script fills in the witness when it is opened. */
export function violationPart(violation: Violation): Html {
  return html`<details class="violation" id="violation-${violation.id}" data-item="violation" data-value="${violation.classification}">
<summary><span class="id">${violation.id}</span><span class="grow"><code>${violation.clause}</code><span class="glance">${cut(violation.actual, 140)}</span></span>
${standing(violation.baseline)}<span class="number">× ${countText(violation.count)}</span></summary>
<div class="two"><div class="said good"><h3 class="small">Expected</h3><p>${violation.expected}</p></div><div class="said bad"><h3 class="small">Actual</h3><p>${violation.actual}</p></div></div>
<p class="muted">Seen ${seenText(violation)}; ${reproductionText(violation)}${baselineText(violation.baseline)}${violation.traceId !== undefined && html`; first seen in the trace <code>${violation.traceId}</code>`}.</p>
${violation.answers !== undefined && answersHtml(violation.answers)}<div data-witness="${violation.id}"></div>${plainWitness(violation)}</details>
`;
}

/** For readers without scripts: every step as text. */
function plainWitness({ witness: { steps, failingStep } }: Violation): Html {
  return html`<noscript><ol class="steps">${steps.map(
    (step, i) =>
      html`<li>${i === failingStep && chip('shows it', 'bad')}<pre tabindex="0">${requestText(step)}</pre><pre tabindex="0">${responseText(step)}</pre></li>`,
  )}</ol></noscript>`;
}

function standing(baseline: BaselineStanding): Html {
  switch (baseline.kind) {
    case 'KNOWN':
      return chip('known', 'quiet');
    case 'GONE':
      return chip('gone', 'good');
    case 'FLAKY':
      return chip(`intermittent ${baseline.failed} of ${baseline.repeated}`, 'warn');
    case 'NEW':
      return chip('not in baseline.yaml', 'bad');
  }
}

function baselineText(baseline: BaselineStanding): string {
  if (baseline.kind === 'KNOWN') return `; known as ${baseline.issue} until ${baseline.expires}`;
  return baseline.kind === 'GONE' ? '; known, and not seen on this target' : '';
}

/** What a respondent gave beside what is stored, question by question, and the walk that gave it. */
export function answersHtml({ respondent, responseId, questions, submitted }: StoredAnswers): Html {
  const rows = questions.map(({ questionId, question, given, stored, differs }) => [
    html`${question} <span class="muted">${questionId}</span>`,
    given === '' ? html`<span class="muted">left out</span>` : given,
    stored === '' ? html`<span class="muted">nothing</span>` : stored,
    differs ? chip('differs', 'bad') : '',
  ]);
  const where = responseId === null ? 'no response record' : `response ${responseId}`;
  return html`<div class="answers"><h3 class="small">Given and stored, question by question</h3>
<p class="muted">Respondent <code>${respondent}</code>, ${where}</p>
${table('Given and stored', ['Question', 'Given', 'Stored', ''], rows)}
<details class="values"><summary>The walk that gave it</summary><ol>${submitted.map((body) => html`<li><code>${body}</code></li>`)}</ol></details></div>`;
}
