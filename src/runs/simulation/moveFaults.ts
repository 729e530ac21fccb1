import { type Status, statuses } from '../../contract/statuses.ts';
import { mapQuestions } from '../../service/dimensions/renumber.ts';
import { decideOtherwise, replaceRules } from '../../service/faults/decideOtherwise.ts';
import type { NextStep } from '../../service/respondent/rules.ts';
import { currentPage } from '../../service/respondent/sessions.ts';
import type { Survey, SurveyQuestion } from '../../service/survey/survey.ts';
import type { GeneratedFault } from './generatedFault.ts';

/** Each move of each page of each survey to every wrong target, and each gate with every wrong status. */
export function* moveFaults(surveys: readonly Survey[], gated: readonly Survey[]): Generator<GeneratedFault> {
  for (const survey of surveys) {
    for (const [page] of survey.pages.entries()) yield* atPage(survey, page);
    for (const { questions } of survey.pages) for (const question of questions) yield* validation(survey, question);
    if (!survey.backAllowed) yield wayBack(survey);
  }
  for (const survey of gated) yield* gates(survey);
}

function* atPage(survey: Survey, page: number): Generator<GeneratedFault> {
  const isHere = (each: Survey): boolean => each.id === survey.id;
  const where = `survey ${survey.id}, page ${page + 1}`;
  const isLast = page === survey.pages.length - 1;
  const targets: readonly (readonly [string, NextStep])[] = [
    ...survey.pages.map((_, index) => [`page ${index + 1}`, { kind: 'page', page: index }] as const),
    ...(isLast ? [] : [['survey_complete', { kind: 'status', status: 'survey_complete' }] as const]),
  ];
  for (const [name, target] of targets) {
    // Which later page follows is the survey's own affair: nothing numbers the pages, and a page left out is never seen.
    const isLater = target.kind === 'page' && target.page > page;
    if (!isLater)
      yield {
        kind: 'an accepted page leads elsewhere',
        place: `${where}: ${name}`,
        how: decideOtherwise('next', {
          when: (next, walk, each) => isHere(each) && currentPage(walk) === page && !isSameStep(next, target),
          instead: () => target,
        }),
      };
    if (target.kind !== 'page' || target.page === page) continue;
    yield {
      kind: 'take shows another page',
      place: `${where}: ${name}`,
      how: decideOtherwise('pageOnTake', {
        when: (shown, _walk, each) => isHere(each) && shown === page,
        instead: () => target.page,
      }),
    };
    if (!survey.backAllowed || isLast) continue;
    yield {
      kind: 'going back shows another page',
      place: `${where}: ${name}`,
      how: decideOtherwise('goBack', {
        when: (shown, _walk, each) => isHere(each) && shown === page,
        instead: () => target.page,
      }),
    };
  }
}

function isSameStep(one: NextStep, other: NextStep): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A survey without a way back goes back all the same. */
function wayBack(survey: Survey): GeneratedFault {
  return {
    kind: 'going back where it is disallowed',
    place: `survey ${survey.id}`,
    how: replaceRules((clean) => ({
      goBack: (walk, each) => clean.goBack(walk, each.id === survey.id ? { ...each, backAllowed: true } : each),
    })),
  };
}

/** A required question that may be left out. */
function* validation(survey: Survey, question: SurveyQuestion): Generator<GeneratedFault> {
  if (!question.required) return;
  yield {
    kind: 'a required question may be left out',
    place: `survey ${survey.id}, question ${question.id}`,
    how: mapQuestions((each) => (each.id === question.id ? { ...each, required: false } : each)),
  };
}

function* gates(survey: Survey): Generator<GeneratedFault> {
  const instead = [...(Object.keys(statuses) as Status[]), undefined];
  for (const status of instead) {
    if (status === survey.gate || status === 'success' || status === 'validation_errors') continue;
    yield {
      kind: 'a survey has the status of another',
      place: `survey ${survey.id}, ${survey.gate}: ${status ?? 'its pages'}`,
      how: decideOtherwise('gateOf', { when: (_gate, each) => each.id === survey.id, instead: () => status }),
    };
  }
}
