import { type Status, statuses } from '../../contract/statuses.ts';
import { currentPage } from '../../service/respondent/keptSessions.ts';
import type { NextStep } from '../../service/respondent/rules.ts';
import type { Survey, SurveyQuestion } from '../../service/survey/survey.ts';
import { mapQuestions } from '../dimensions/renumber.ts';
import { aroundDecision, decideOtherwise } from '../faults/decideOtherwise.ts';
import { type GeneratedFault, wrong } from './generatedFault.ts';

/** Each move of each page of each survey to every wrong target, and each gate with every wrong status. */
export function* moveFaults(surveys: readonly Survey[], gated: readonly Survey[]): Generator<GeneratedFault> {
  for (const survey of surveys) {
    for (const [page] of survey.pages.entries()) yield* atPage(survey, page);
    for (const { questions } of survey.pages)
      for (const question of questions) if (question.required) yield leftOut(survey, question);
    if (!survey.backAllowed) yield wayBack(survey);
  }
  for (const survey of gated) yield* gates(survey);
}

function* atPage(survey: Survey, page: number): Generator<GeneratedFault> {
  const isHere = (each: Survey): boolean => each.id === survey.id;
  const isLast = page === survey.pages.length - 1;
  const targets: readonly (readonly [string, NextStep])[] = [
    ...survey.pages.map((_, index) => [`page ${index + 1}`, { kind: 'page', page: index }] as const),
    ...(isLast ? [] : [['survey_complete', { kind: 'status', status: 'survey_complete' }] as const]),
  ];
  for (const [name, target] of targets) {
    const place = `survey ${survey.id}, page ${page + 1}: ${name}`;
    const isLeft = (next: NextStep): boolean => JSON.stringify(next) !== JSON.stringify(target);
    const next = decideOtherwise('next', {
      when: (next, walk, each) => isHere(each) && currentPage(walk) === page && isLeft(next),
      instead: () => target,
    });
    // Which later page follows is the survey's own affair: nothing numbers the pages, and a page left out is never seen.
    if (target.kind !== 'page' || target.page <= page) yield wrong('an accepted page leads elsewhere', place, next);
    if (target.kind !== 'page' || target.page === page) continue;
    const shown = {
      when: (shown: unknown, _walk: unknown, each: Survey) => isHere(each) && shown === page,
      instead: () => target.page,
    };
    yield wrong('take shows another page', place, decideOtherwise('pageOnTake', shown));
    if (!survey.backAllowed || isLast) continue;
    yield wrong('going back shows another page', place, decideOtherwise('goBack', shown));
  }
}

/** A survey without a way back goes back all the same. */
function wayBack(survey: Survey): GeneratedFault {
  const how = aroundDecision(
    'goBack',
    (goBack) => (walk, each) => goBack(walk, each.id === survey.id ? { ...each, backAllowed: true } : each),
  );
  return wrong('going back where it is disallowed', `survey ${survey.id}`, how);
}

/** A required question that may be left out. */
function leftOut(survey: Survey, question: SurveyQuestion): GeneratedFault {
  const how = mapQuestions((each) => (each.id === question.id ? { ...each, required: false } : each));
  return wrong('a required question may be left out', `survey ${survey.id}, question ${question.id}`, how);
}

function* gates(survey: Survey): Generator<GeneratedFault> {
  for (const status of [...(Object.keys(statuses) as Status[]), undefined]) {
    if (status === survey.gate || status === 'success' || status === 'validation_errors') continue;
    const place = `survey ${survey.id}, ${survey.gate}: ${status ?? 'its pages'}`;
    const how = decideOtherwise('gateOf', { when: (_gate, each) => each.id === survey.id, instead: () => status });
    yield wrong('a survey has the status of another', place, how);
  }
}
