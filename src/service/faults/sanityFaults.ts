import { randomUUID } from 'node:crypto';
import { sessionCookie } from '../../contract/endpoints.ts';
import type { Completion, GivenAnswer } from '../completedResponses.ts';
import type { PageAnswers } from '../survey/renderedSurvey.ts';
import type { Crowd } from './crowd.ts';
import { decide } from './decisionFaults.ts';
import type { Fault, FaultText, Occurs } from './fault.ts';
import { at, each, editQuestions, isPage, pageOf, type ReplyContext, type ReplyDraft } from './replyDraft.ts';
import { isSuccess, spoil } from './replyFaults.ts';

const inFlow = (_draft: ReplyDraft, { survey }: ReplyContext): boolean => survey !== undefined;
const inSubmit = (draft: ReplyDraft, { endpoint }: ReplyContext): boolean =>
  endpoint === 'submit-page' && isSuccess(draft);

/** Changes every text of an answer. */
function withTexts(given: GivenAnswer, change: (text: string) => string): GivenAnswer {
  if ('answerIds' in given) {
    return given.other ? { ...given, other: { ...given.other, text: change(given.other.text) } } : given;
  }
  if (!('texts' in given)) return given;
  return { ...given, texts: given.texts.map(({ answerId, text }) => ({ answerId, text: change(text) })) };
}

function mapTexts(answers: PageAnswers, change: (text: string) => string): PageAnswers {
  return new Map([...answers].map(([id, given]) => [id, withTexts(given, change)]));
}

function textsOf(answers: PageAnswers): string[] {
  return [...answers.values()].flatMap((given) => ('texts' in given ? given.texts.map(({ text }) => text) : []));
}

/** Marks show the text that another respondent gave last. */
function leaks(text: FaultText, hits: (crowd: Crowd, occurs: Occurs) => boolean): Fault {
  return decide(text, (clean, occurs, crowd) => {
    const latest = new Map<string, string>();
    return {
      remember: (walk, page, answers) => {
        const [given] = textsOf(answers);
        if (given !== undefined) {
          latest.delete(walk.id);
          latest.set(walk.id, given);
          const [oldest] = latest.keys();
          if (latest.size > 50 && oldest !== undefined) latest.delete(oldest);
        }
        clean.remember(walk, page, answers);
      },
      marks: (walk, page) => {
        const answers = clean.marks(walk, page);
        const [, foreign] = [...latest].findLast(([id]) => id !== walk.id) ?? [];
        const leaking = foreign !== undefined && textsOf(answers).length > 0 && hits(crowd, occurs);
        return leaking ? mapTexts(answers, () => foreign) : answers;
      },
    };
  });
}

/** Changes what is handed over of a finished walk. */
function keeps(text: FaultText, change: (completion: Completion) => readonly Completion[]): Fault {
  return decide(text, (clean, occurs) => ({
    keep: (completion, completed) => {
      const kept = occurs() ? change(completion) : [completion];
      for (const each of kept) clean.keep(each, completed);
    },
  }));
}

/** What no service may do, whatever its document says. */
export const sanityFaults: readonly Fault[] = [
  leaks(
    { id: 'text-of-another', section: 'sanity', description: 'Going back shows the text of another respondent.' },
    (_crowd, occurs) => occurs(),
  ),
  leaks(
    {
      id: 'text-of-another-in-crowd',
      section: 'sanity',
      description: 'Going back shows the text of another respondent when many are served at once.',
      needsCrowd: true,
    },
    (crowd, occurs) => crowd.isCrowded && occurs(),
  ),
  decide(
    {
      id: 'text-altered-after-back',
      section: 'sanity',
      description: 'Going back shows texts without their last letters.',
    },
    (clean, occurs) => ({
      marks: (walk, page) => {
        const answers = clean.marks(walk, page);
        return textsOf(answers).length > 0 && occurs() ? mapTexts(answers, (text) => text.slice(0, -3)) : answers;
      },
    }),
  ),
  spoil(
    { id: 'text-unescaped', section: 'sanity', description: 'Earlier texts come back as live markup.' },
    (draft, { endpoint }) => endpoint === 'previous-page' && isPage(draft),
    (draft) =>
      editQuestions(draft, (_question, element) => {
        element.html = String(element.html).replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
      }),
  ),
  keeps({ id: 'completion-lost', section: 'sanity', description: 'A completed response is not stored.' }, () => []),
  keeps(
    {
      id: 'completion-lost-at-times',
      section: 'sanity',
      description: 'One completed response in 200 is not stored.',
      everyNth: 200,
    },
    () => [],
  ),
  keeps(
    { id: 'completion-twice', section: 'sanity', description: 'A completed response is stored twice.' },
    (completion) => [completion, { ...completion, id: randomUUID() }],
  ),
  keeps(
    {
      id: 'completion-altered',
      section: 'sanity',
      description: 'Texts are stored without their letters beyond ASCII.',
    },
    (completion) => [
      {
        ...completion,
        answers: completion.answers.map((given) =>
          // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII stays
          withTexts(given, (text) => `${text.replace(/[^\x00-\x7f]/g, '?')} `),
        ),
      },
    ],
  ),
  keeps(
    {
      id: 'completion-without-an-answer',
      section: 'sanity',
      description: 'The last answer of a response is not stored.',
    },
    (completion) => [{ ...completion, answers: completion.answers.slice(0, -1) }],
  ),
  spoil(
    { id: 'server-error', section: 'sanity', description: 'Some submissions give HTTP 500.', everyNth: 7 },
    inSubmit,
    (draft) => {
      draft.httpStatus = 500;
      draft.text = JSON.stringify({
        response: {
          error: {
            docs: 'https://docs.surveys.example/error-codes#1026',
            name: 'INTERNAL_SERVER_ERROR',
            httpStatusCode: 500,
            id: '1026',
            message: 'We are not able to process your request',
            resourceUrl: '/a/api/v2/surveys',
          },
        },
      });
    },
  ),
  spoil(
    {
      id: 'server-error-in-crowd',
      section: 'sanity',
      description: 'Some requests give a bare HTTP 503 when many respondents are served at once.',
      needsCrowd: true,
      everyNth: 100,
    },
    (draft, context) => context.isCrowded && inFlow(draft, context),
    (draft) => {
      draft.httpStatus = 503;
      draft.text = '{}';
    },
  ),
  spoil(
    { id: 'stack-trace', section: 'sanity', description: 'An answer carries a stack trace.', everyNth: 5 },
    inFlow,
    (draft) => {
      draft.httpStatus = 500;
      draft.text = JSON.stringify({
        error: 'java.lang.NullPointerException\n\tat com.survey.flow.PageController.submit(PageController.java:214)',
      });
    },
  ),
  spoil(
    { id: 'html-page', section: 'sanity', description: 'Some answers are HTML pages.', everyNth: 6 },
    inFlow,
    (draft) => {
      draft.contentType = 'text/html; charset=utf-8';
      draft.text = '<!doctype html><title>Please wait</title><p>We will be back soon.</p>';
    },
  ),
  spoil(
    { id: 'body-cut', section: 'sanity', description: 'Some bodies are cut off in the middle.', everyNth: 6 },
    inFlow,
    (draft) => {
      draft.delivery = 'truncated';
    },
  ),
  spoil(
    {
      id: 'connection-reset',
      section: 'sanity',
      description: 'Some connections are reset before the answer.',
      everyNth: 8,
    },
    inFlow,
    (draft) => {
      draft.delivery = 'reset';
    },
  ),
  spoil(
    { id: 'session-id-echoed', section: 'sanity', description: 'Bodies echo the session id.' },
    (draft, context) => inFlow(draft, context) && context.session !== undefined,
    ({ body }, { session }) => {
      body.debug = `${sessionCookie}=${session?.id}`;
    },
  ),
  spoil(
    {
      id: 'question-lost-on-later-pages',
      section: 'sanity',
      description: 'A later page shows a question of the page before.',
    },
    (draft, context) =>
      isPage(draft) && pageOf(context) > 0 && each(at(draft.body, 'response'), 'questions').length > 0,
    (draft, { survey }) =>
      editQuestions(draft, (question) => {
        question.id = survey?.pages[0]?.questions[0]?.id;
      }),
  ),
];
