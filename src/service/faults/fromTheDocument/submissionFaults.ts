import type { GivenAnswer } from '../../completedResponses.ts';
import type { PageJudgement } from '../../respondent/judgePage.ts';
import type { Walk } from '../../respondent/sessions.ts';
import type { PageAnswers } from '../../survey/renderedSurvey.ts';
import { decide } from '../decisionFaults.ts';
import type { Fault, FaultText } from '../fault.ts';

/** Refuses a page where a good answer has a value that the service does not expect. */
function refusing(text: FaultText, isOdd: (given: GivenAnswer) => boolean): Fault {
  return decide(text, (clean) => ({
    judge: (...asked): PageJudgement => {
      const judged = clean.judge(...asked);
      if (judged.kind !== 'accepted') return judged;
      const errors = [...judged.answers.values()]
        .filter(isOdd)
        .map(({ questionId }) => ({ questionId, message: 'Please correct this answer.', answerErrors: null }));
      return errors.length === 0 ? judged : { kind: 'rejected', answers: judged.answers, errors };
    },
  }));
}

/** Stores answers otherwise than they were given. */
function storing(text: FaultText, change: (given: GivenAnswer) => GivenAnswer): Fault {
  return decide(text, (clean) => ({
    remember: (walk, page, answers) => {
      const changed = [...answers].map(([id, given]): [number, GivenAnswer] => [id, change(given)]);
      clean.remember(walk, page, new Map(changed));
    },
  }));
}

function texts(id: string, description: string, change: (text: string) => string): Fault {
  return storing({ id, section: 'sanity', description }, (given) => {
    if (given.kind !== 'text') return given;
    return { ...given, texts: given.texts.map((each) => ({ ...each, text: change(each.text) })) };
  });
}

const noAnswers: PageAnswers = new Map();

/** What may go wrong with submitted answers (document, Submit-page body keys; States and transitions). */
export const submissionFaults: readonly Fault[] = [
  refusing(
    { id: 'december-refused', section: 'keys', description: 'Months of dates are counted from 0: 12 is refused.' },
    (given) => 'date' in given && given.kind !== 'calendar' && given.date.month === 12,
  ),
  refusing(
    { id: 'calendar-leap-day-refused', section: 'keys', description: 'A calendar date on a 29 February is refused.' },
    (given) => given.kind === 'calendar' && given.date.month === 2 && given.date.day === 29,
  ),
  refusing(
    { id: 'allocation-zero-refused', section: 'keys', description: 'An allocation of 0 counts as left out.' },
    (given) => given.kind === 'allocation' && given.values.some(({ value }) => value === 0),
  ),
  storing(
    { id: 'third-choice-lost', section: 'keys', description: 'A multiple choice keeps two answers at most.' },
    (given) => (given.kind === 'multiple' ? { ...given, answerIds: given.answerIds.slice(0, 2) } : given),
  ),
  texts('text-emoji-lost', 'Characters beyond the basic plane of Unicode are stored as question marks.', (text) =>
    text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  ),
  texts('text-plus-to-space', 'A plus sign in a text is stored as a space.', (text) => text.replaceAll('+', ' ')),
  decide(
    {
      id: 'first-answers-kept',
      section: 'states',
      description: 'Other answers to a page that the respondent has gone back to are accepted and not stored.',
    },
    (clean) => ({
      remember: (walk, page, answers) => {
        if (!walk.answers.has(page)) clean.remember(walk, page, answers);
      },
    }),
  ),
  decide(
    {
      id: 'second-rejection-gives-way',
      section: 'states',
      description: 'Answers that fail validation twice in a row are accepted.',
    },
    (clean) => {
      const rejected = new WeakSet<Walk>();
      return {
        judge: (page, body, walk, survey) => {
          const judged = clean.judge(page, body, walk, survey);
          if (judged.kind !== 'rejected') {
            rejected.delete(walk);
            return judged;
          }
          if (!rejected.delete(walk)) {
            rejected.add(walk);
            return judged;
          }
          return { kind: 'accepted', answers: judged.answers };
        },
      };
    },
  ),
  decide(
    {
      id: 'page-answers-dropped-at-times',
      section: 'sanity',
      description: 'The answers of some accepted pages are not stored.',
      everyNth: 50,
    },
    (clean, occurs) => ({
      remember: (walk, page, answers) => clean.remember(walk, page, occurs() ? noAnswers : answers),
    }),
  ),
];
