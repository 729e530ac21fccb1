import type { Completion, GivenAnswer } from '../../service/completedResponses.ts';
import type { PageJudgement } from '../../service/respondent/judgePage.ts';
import type { NextStep, Rules } from '../../service/respondent/rules.ts';
import type { SubmitBody } from '../../service/respondent/submissionJudgement.ts';
import type { PageAnswers } from '../../service/survey/renderedSurvey.ts';
import type { SurveyPage } from '../../service/survey/survey.ts';
import type { Injection, Occurs } from './injection.ts';

/** Faults in the decisions of the respondent flow. */

type Asked<K extends keyof Rules> = Parameters<Rules[K]>;
type Decided<K extends keyof Rules> = ReturnType<Rules[K]>;
type Decide<K extends keyof Rules> = (...asked: Asked<K>) => Decided<K>;

/** Takes some decisions otherwise. @param replace `now`: milliseconds since the epoch, as the service counts them */
export function replaceRules(replace: (clean: Rules, occurs: Occurs, now: () => number) => Partial<Rules>): Injection {
  return { kind: 'rules', replace };
}

/** Stands around one decision. @param stand given how it is taken without the fault, once for each service */
export function aroundDecision<K extends keyof Rules>(
  decision: K,
  stand: (decide: Decide<K>, occurs: Occurs, now: () => number) => Decide<K>,
): Injection {
  return replaceRules((clean, ...beside) => ({ [decision]: stand(clean[decision] as Decide<K>, ...beside) }));
}

/** Takes one decision otherwise, where `when` finds an opportunity in what is documented and what was asked. */
export function decideOtherwise<K extends keyof Rules>(
  decision: K,
  {
    when,
    instead,
  }: {
    readonly when: (documented: Decided<K>, ...asked: Asked<K>) => boolean;
    readonly instead: (documented: Decided<K>, ...asked: Asked<K>) => Decided<K>;
  },
): Injection {
  return aroundDecision(decision, (decide, occurs) => (...asked) => {
    const documented = decide(...asked);
    return when(documented, ...asked) && occurs() ? instead(documented, ...asked) : documented;
  });
}

type Rejected = Extract<PageJudgement, { kind: 'rejected' }>;
type Accepted = Extract<PageJudgement, { kind: 'accepted' }>;

/** Judges otherwise where answers are found wrong. */
export function whereRejected(instead: (judged: Rejected, page: SurveyPage) => PageJudgement): Injection {
  return aroundDecision('judge', (judge, occurs) => (page, ...asked) => {
    const judged = judge(page, ...asked);
    return judged.kind === 'rejected' && occurs() ? instead(judged, page) : judged;
  });
}

/** Rejects good answers to the questions that `find` names; where it names none, the page was no opportunity. */
export function refuse(
  find: (page: SurveyPage, body: SubmitBody, judged: Accepted) => readonly (number | undefined)[],
): Injection {
  return aroundDecision('judge', (judge, occurs) => (page, body, ...asked) => {
    const judged = judge(page, body, ...asked);
    if (judged.kind !== 'accepted') return judged;
    const refused = find(page, body, judged).filter((id) => id !== undefined);
    if (refused.length === 0 || !occurs()) return judged;
    const message = 'Please correct this answer.';
    const errors = refused.map((questionId) => ({ questionId, message, answerErrors: null }));
    return { kind: 'rejected', answers: judged.answers, errors };
  });
}

/** Rejects pages with a good answer that the service does not expect. */
export function refuseGiven(isOdd: (given: GivenAnswer) => boolean): Injection {
  return refuse((_page, _body, { answers }) => [...answers.values()].filter(isOdd).map(({ questionId }) => questionId));
}

/** Keeps the accepted answers of a page otherwise than they were given. */
export function rememberOtherwise(change: (answers: PageAnswers) => PageAnswers): Injection {
  return aroundDecision(
    'remember',
    (remember, occurs) => (walk, page, answers) => remember(walk, page, occurs() ? change(answers) : answers),
  );
}

/** Marks other answers than the earlier ones on a previous-page response. */
export function markOtherwise(
  change: (answers: PageAnswers) => PageAnswers,
  where: (answers: PageAnswers) => boolean = ({ size }) => size > 0,
): Injection {
  return decideOtherwise('marks', { when: where, instead: change });
}

/** Hands other completions over than the one of a finished walk. */
export function keepOtherwise(change: (completion: Completion) => readonly Completion[]): Injection {
  return aroundDecision('keep', (keep, occurs) => (completion, completed) => {
    for (const kept of occurs() ? change(completion) : [completion]) keep(kept, completed);
  });
}

export function completes(next: NextStep): boolean {
  return next.kind === 'status' && next.status === 'survey_complete';
}

/** Changes every answer of a page. */
export function mapAnswers(change: (given: GivenAnswer) => GivenAnswer): (answers: PageAnswers) => PageAnswers {
  return (answers) => new Map([...answers].map(([id, given]) => [id, change(given)]));
}

/** Keeps the first so many choices of a multiple one. */
export function firstChoices(count: number): (given: GivenAnswer) => GivenAnswer {
  return (given) => (given.kind === 'multiple' ? { ...given, answerIds: given.answerIds.slice(0, count) } : given);
}

/** Changes the numbers of ranks and allocations. */
export function mapNumbers(change: (value: number) => number): (given: GivenAnswer) => GivenAnswer {
  return (given) => {
    if (!('values' in given)) return given;
    return { ...given, values: given.values.map((each) => ({ ...each, value: change(each.value) })) };
  };
}

/** Changes the texts of an answer to a text question. */
export function mapTexts(change: (text: string) => string): (given: GivenAnswer) => GivenAnswer {
  return (given) => {
    if (!('texts' in given)) return given;
    return { ...given, texts: given.texts.map(({ answerId, text }) => ({ answerId, text: change(text) })) };
  };
}

/** Changes the texts of an answer, that of an Other option too. */
export function mapAllTexts(change: (text: string) => string): (given: GivenAnswer) => GivenAnswer {
  return (given) => {
    if (!('answerIds' in given)) return mapTexts(change)(given);
    return given.other ? { ...given, other: { ...given.other, text: change(given.other.text) } } : given;
  };
}

export function textsOf(answers: PageAnswers): string[] {
  return [...answers.values()].flatMap((given) => ('texts' in given ? given.texts.map(({ text }) => text) : []));
}
