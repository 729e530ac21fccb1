import { isShownByRunsOnly } from '../../../result/howItShows.ts';
import type { RunResult } from '../../../result/runResult.ts';
import { ownMiddles } from '../../../result/whereTextsPart.ts';
import { bodyExcerpt } from '../../content/bodyExcerpt.ts';
import { scriptFile } from '../../content/commands.ts';
import { cellHtml } from '../../content/contentHtml.ts';
import { issueText } from '../../content/contentMarkdown.ts';
import { isStoredOtherwise } from '../../content/expectedAndActual.ts';
import { firstDifference, isOnlyPart, type ProblemCard } from '../../content/problemCard.ts';
import type { PageView } from '../../content/shownPages.ts';
import { captionOf, deedOf, type Scene, storyboard, stretches } from '../../content/storyboard.ts';
import { traceCell } from '../../content/witnessText.ts';
import type { RunOfProblem } from '../../earlierRuns.ts';
import { capital, cutInMiddle } from '../../plainText.ts';
import { countOf, countText, whenText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { chip, copyButton, prose } from '../parts.ts';
import { answersHtml } from './violations.ts';

/** What broke, a card for each cause, right under the verdict; nothing where nothing did. */
export function problemsSection(cards: readonly ProblemCard[], result: RunResult): Html | null {
  if (cards.length === 0) return null;
  const failing = cards.filter(({ standing }) => standing.fails).length;
  return html`<section id="problems" aria-labelledby="problems-h"><h2 id="problems-h" class="small">${
    cards.length === 1
      ? 'The problem'
      : `${countText(cards.length)} problems${failing < cards.length ? `, ${countText(failing)} of which ${failing === 1 ? 'fails' : 'fail'} the run` : ''}`
  }${cards.length > 1 && html` <span class="keys muted" hidden><kbd>j</kbd> next, <kbd>k</kbd> previous</span>`}</h2>
<div class="problems">${cards.map((card, at) => problemHtml(card, result, cards.length === 1, at === 0))}</div>${
    cards.length > mostOnPaper &&
    html`<p class="on-paper muted">${countOf(cards.length - mostOnPaper, 'more problem')} in the file</p>`
  }</section>
`;
}

/** Paper shows the first (`print.css`). */
const mostOnPaper = 12;

const longestSaid = 400;
/** Shorter ones are compared at a glance. */
const shortSaid = 40;

/** Of what was expected, and of what came, on a card that is closed. */
const briefLength = 160;

/** @param isAlone what the headline has said already is not said again @param isOpen the worst problem shows how it comes about */
function problemHtml(card: ProblemCard, result: RunResult, isAlone: boolean, isOpen: boolean): Html {
  const { problem, lead, others, name, often, promise, basis, seen, standing, history, noScript } = card;
  const brief = briefOf(card);
  const hasScript = lead.witness.curl !== '';
  const said = (text: string): string => cutInMiddle(card.pages.withWords(text), longestSaid);
  const [expected, actual] = saidApart(said(card.expected), said(card.actual));
  return html`<details class="problem ${standing.fails ? 'bad' : 'quiet'}" id="problem-${problem.signature}"${isOpen && html` open`}>
<summary>${
    !isAlone &&
    html`<span class="title">${name}${often !== '' && html`, <b>${often}</b>`}</span>
${card.place !== '' && html`<span class="place">In ${card.place}</span>\n`}`
  }<span class="brief"><span><b>Expected</b> ${cutInMiddle(card.pages.withWords(brief.expected), briefLength)}</span> <span><b>Actual</b> ${cutInMiddle(card.pages.withWords(brief.actual), briefLength)}</span></span>
<span class="muted">${chip(standing.text, standing.tone)} ${seen}</span></summary>
${
  card.shows !== '' &&
  html`<p><b>${card.shows}</b></p>
`
}${
  card.when !== '' &&
  !(isAlone && isOnlyPart(card)) &&
  html`<p class="${isOnlyPart(card) ? '' : 'muted'}">${capital(card.when)}.</p>
`
}${
  card.unless !== '' &&
  html`<p>No defect where ${card.unless}: look at that first.</p>
`
}<p class="promise">${prose(promise)} <span class="muted"><a href="#clause-${lead.clause}">${lead.clause}</a> ${basis}</span></p>
<div class="two"><div class="said good"><h3 class="small">Expected</h3><p>${expected}</p></div><div class="said bad"><h3 class="small">Actual</h3><p>${actual}</p></div></div>
${card.trace !== null && html`<p class="muted">first seen in the trace ${cellHtml(traceCell(card.trace))}</p>`}${lead.answers === undefined ? storyHtml(card) : answersHtml(lead.answers)}${excerptHtml(card)}${stripHtml(history.runs)}
<p class="actions">${card.repeat !== '' && copyButton(isShownByRunsOnly(lead) ? 'Copy run command' : 'Copy replay command', card.repeat)}${hasScript && copyButton('Copy curl script', lead.witness.curl)}${copyButton('Copy as issue', issueText(card, result))}${card.accept !== '' && copyButton('Copy accept command', card.accept)}</p>
<ul class="more"><li><a href="#violation-${lead.id}">Every request and response</a></li>${hasScript && html`<li><code>${scriptFile(lead.id)}</code> beside this report repeats it with curl, and exits with 1 while it is there, with 0 when it is gone</li>`}${noScript !== '' && html`<li>No script, for ${noScript}: use the replay command</li>`}${
    others.length > 0 &&
    html`<li>${countOf(others.length, 'other violation')} of the same cause: ${others.slice(0, 8).map(({ id }) => html`<a href="#violation-${id}">${id}</a> `)}</li>`
  }</ul></details>
`;
}

/** Both with what is not alike marked, where most of it is. */
function saidApart(expected: string, actual: string): readonly [Html, Html] {
  const middles = ownMiddles(expected, actual);
  const [one, other] = [expected, actual].map((text, at) => {
    const [from = 0, to = 0] = middles[at] ?? [];
    const isMostAlike = to - from <= text.length / 2 && text.length > shortSaid;
    return { isMostAlike, text: html`${text.slice(0, from)}<mark>${text.slice(from, to)}</mark>${text.slice(to)}` };
  });
  return one?.isMostAlike && other?.isMostAlike ? [one.text, other.text] : [html`${expected}`, html`${actual}`];
}

/** What was expected and what came; of answers that are stored otherwise, the first of them. */
function briefOf(card: ProblemCard): Pick<ProblemCard, 'expected' | 'actual'> {
  const answer = firstDifference(card.lead);
  if (answer === null) return card;
  return { expected: `${answer.question}: ${answer.given}, as it was given`, actual: `stored: ${answer.stored}` };
}

/** The failing line of the body, with the path that leads to it. */
function excerptHtml({ lead: { witness, path, symptom } }: ProblemCard): Html | null {
  const body = witness.steps[witness.failingStep]?.response.body ?? '';
  const excerpt = bodyExcerpt(body, path, symptom?.found?.value);
  // Which status came is what came.
  if (path === '' || path === 'response.status') return null;
  return html`<p class="muted">at <code>${path}</code></p>${
    excerpt !== null &&
    html`<pre class="excerpt" tabindex="0">${excerpt.cutBefore && '  …\n'}${excerpt.lines.map(({ text, marked }) =>
      marked ? html`<mark>${text}</mark>\n` : `${text}\n`,
    )}${excerpt.cutAfter && '  …'}</pre>`
  }`;
}

const states = { seen: 'had it', absent: 'did not have it', untested: 'did not test it' } as const;

/** The last runs, oldest first: which of them had the problem. Nothing of one run alone. */
function stripHtml(runs: readonly RunOfProblem[]): Html | null {
  if (runs.length < 2) return null;
  return html`<div class="strip"><h3 class="small">In the last ${runs.length} runs</h3><ol>${runs.map(
    ({ run, seen }, i) => {
      const words = `${whenText(run.startedAt)} ${states[seen]}`;
      const isOwn = i === runs.length - 1;
      return html`<li class="${seen}">${
        run.hasPage && !isOwn
          ? html`<a href="../${encodeURIComponent(run.folder)}/report.html" title="${words}"><span class="hidden">${words}</span></a>`
          : html`<span title="${words}${isOwn && ' (this run)'}"><span class="hidden">${words}</span></span>`
      }</li>`;
    },
  )}</ol></div>`;
}

/** A witness as a storyboard: what the respondent did and saw, step by step; the expected page beside the wrong one. */
function storyHtml({ lead, pages, actual }: ProblemCard): Html | null {
  const scenes = storyboard(lead, pages);
  if (scenes.length === 0) return null;
  const stored = isStoredOtherwise(lead) ? pages.withWords(actual).replace(/^GET \S+: /, 'Stored: ') : '';
  const [first = [], ...others] = stretches(scenes);
  const shown = (stretch: readonly Scene[]): Html[] => stretch.map((scene) => sceneHtml(scene, lead.actual, stored));
  const folded = (stretch: readonly Scene[], where: string): Html =>
    html`<details class="values"><summary>${countOf(stretch.length, 'step')} ${where}</summary><ol>${shown(stretch)}</ol></details>`;
  const isWhole = first[0]?.isNear === true;
  return html`<div class="story"><h3 class="small">How it comes about</h3>${!isWhole && folded(first, 'before')}<ol>${isWhole && shown(first)}${others.map(
    (stretch) =>
      stretch[0]?.isNear === true ? shown(stretch) : html`<li class="folded">${folded(stretch, 'between')}</li>`,
  )}</ol></div>`;
}

/**
 * @param actual what is wrong: that a call was answered is not, unless that says so
 * @param stored what the record holds in place of an answer, where that is what is wrong
 */
function sceneHtml(scene: Scene, actual: string, stored: string): Html {
  const { given, page, came, member, shows, expected } = scene;
  const [success] = /^HTTP 2\d\d/.exec(came) ?? [];
  const isWrong = shows && stored === '' && (success === undefined || actual.includes(success));
  return html`<li class="scene${shows && ' shows'}"><p><b>${deedOf(scene)}</b></p>${
    given.length > 0 &&
    html`<dl class="given">${given.map(([question, answer]) => html`<div><dt>${question}</dt><dd>${answer}</dd></div>`)}</dl>`
  }${member !== '' && html`<p class="came${shows && ' bad-text'}"><code>${member}</code></p>`}
<div class="pages">${expected !== null && pageHtml(expected, 'Expected', 'good')}${
    page === null
      ? html`<p class="came${isWrong && ' bad-text'}">${came}</p>${shows && stored !== '' && html`<p class="came bad-text">${cutInMiddle(stored, briefLength)}</p>`}`
      : pageHtml(page, captionOf(scene), shows ? 'bad' : '')
  }</div></li>
`;
}

const mostAnswers = 6;

function pageHtml({ questions }: PageView, caption: string, tone: '' | 'good' | 'bad'): Html {
  return html`<div class="paper ${tone}"><h4>${caption}</h4>${questions.map(
    ({ id, text, isMultiple, answers }) =>
      html`<div class="asked${isMultiple && ' multiple'}"><p>${text} <span class="muted">${id}</span></p>${
        answers.some((answer) => answer.text !== '') &&
        html`<ul>${answers
          .slice(0, mostAnswers)
          .map((answer) => html`<li${answer.selected && html` class="selected"`}>${answer.text}</li>`)}${
          answers.length > mostAnswers && html`<li class="muted">and ${answers.length - mostAnswers} more</li>`
        }</ul>`
      }</div>`,
  )}</div>`;
}
