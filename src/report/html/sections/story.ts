import type { Violation } from '../../../result/verdict.ts';
import type { PageView } from '../../content/pageView.ts';
import { type Scene, storyboard } from '../../content/storyboard.ts';
import { type Html, html } from '../html.ts';

/** A witness as a storyboard: what the respondent did and saw, step by step; the expected page beside the wrong one. */
export function storyHtml(violation: Violation): Html | null {
  const scenes = storyboard(violation);
  const [first] = scenes;
  if (first === undefined) return null;
  return html`<div class="story"><h3 class="small">How it comes about${first.step > 1 && `, from step ${first.step} on`}</h3><ol start="${first.step}">${scenes.map(sceneHtml)}</ol></div>`;
}

function sceneHtml({ respondent, isCall, did, given, page, came, shows, expected }: Scene): Html {
  const who = isCall ? 'The administrator' : respondent === null ? 'The respondent' : `Respondent ${respondent}`;
  return html`<li class="scene${shows && ' shows'}"><p><b>${who} ${did}</b></p>${
    given.length > 0 &&
    html`<dl class="given">${given.map(([question, answer]) => html`<div><dt>${question}</dt><dd>${answer}</dd></div>`)}</dl>`
  }
<div class="pages">${expected !== null && pageHtml(expected, 'Expected', 'good')}${
    page === null
      ? html`<p class="came${shows && ' bad-text'}">${came}</p>`
      : pageHtml(
          page,
          shows ? 'What came' : page.rejected ? 'The page again, with errors' : 'Page shown',
          shows ? 'bad' : '',
        )
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
