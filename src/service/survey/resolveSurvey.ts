import { ToolError } from '../../errors.ts';
import type { Branch, BranchTarget, Survey, SurveyPage, SurveyQuestion } from './survey.ts';
import type { PageInFile, ParsedSurveyFile, QuestionInFile, SurveyInFile } from './surveyFile.ts';

const choices = ['single', 'multiple'];
const dates = ['date', 'date-time', 'calendar'];
const defaultTotal = 100;
const defaultMaxLength = 4000;

/**
 * The survey that a parsed file describes, complete and consistent.
 *
 * @throws ToolError USAGE with every inconsistency: ids used twice, options that do not fit the kind, branches to
 * nowhere, backwards or from the last page.
 */
export function resolveSurvey({ survey, locate }: ParsedSurveyFile): Survey {
  const problems = [...idProblems(survey), ...questionProblems(survey), ...branchProblems(survey)];
  if (problems.length > 0) {
    const list = problems.map(({ path, message }) => `${locate(path)} ${message}`).join('\n  ');
    throw new ToolError('USAGE', `a survey file needs a correction:\n  ${list}`);
  }
  const { id, name, gate, quota, back, thankYouUrl, redirectUrl } = survey;
  return {
    id,
    name,
    backAllowed: back ?? true,
    ...(gate === undefined ? {} : { gate }),
    quota: quota ?? Number.POSITIVE_INFINITY,
    thankYouUrl: thankYouUrl ?? `https://surveys.example/thank-you/${id}`,
    redirectUrl: redirectUrl ?? `https://panel.example/next?survey=${id}`,
    pages: survey.pages.map((page, index) => resolvePage(survey, page, index)),
  };
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

function* idProblems(survey: SurveyInFile): Generator<Problem> {
  const questionIds = new Set<number>();
  const answerIds = new Set<number>();
  for (const [path, question] of questionsWithPath(survey)) {
    if (questionIds.has(question.id)) yield { path, message: `question id ${question.id} is used twice` };
    questionIds.add(question.id);
    for (const answer of [...question.answers, ...(question.other ? [question.other] : [])]) {
      if (answerIds.has(answer.id)) yield { path, message: `answer id ${answer.id} is used twice` };
      answerIds.add(answer.id);
    }
  }
}

function* questionProblems(survey: SurveyInFile): Generator<Problem> {
  for (const [path, { kind, answers, other, total, maxLength, format }] of questionsWithPath(survey)) {
    if (other && !choices.includes(kind)) yield { path, message: `a ${kind} question has no Other option` };
    if (total !== undefined && kind !== 'allocation') yield { path, message: `a ${kind} question has no total` };
    if (maxLength !== undefined && kind !== 'text') yield { path, message: `a ${kind} question has no maxLength` };
    if (format !== undefined && kind !== 'text') yield { path, message: `a ${kind} question has no format` };
    if (dates.includes(kind) && answers.length > 1) yield { path, message: `a ${kind} question has one answer id` };
    const needsText = kind !== 'text' && !dates.includes(kind);
    if (needsText && answers.some(({ text }) => !text)) yield { path, message: 'every answer needs a text' };
  }
}

function* branchProblems(survey: SurveyInFile): Generator<Problem> {
  for (const [index, page] of survey.pages.entries()) {
    if (page.next !== undefined && !isLater(survey, page.next, index)) {
      yield { path: `/pages/${index}/next`, message: `"${page.next}" is not a later page` };
    }
    const answerIds = new Set(
      page.questions.flatMap(({ answers, other }) => [...answers, ...(other ? [other] : [])].map(({ id }) => id)),
    );
    for (const [branchIndex, { answer, toPage, toStatus }] of (page.branches ?? []).entries()) {
      const path = `/pages/${index}/branches/${branchIndex}`;
      if (!answerIds.has(answer)) yield { path, message: `no question of the page has an answer ${answer}` };
      if ((toPage === undefined) === (toStatus === undefined)) yield { path, message: 'needs toPage or toStatus' };
      if (toPage !== undefined && !isLater(survey, toPage, index)) {
        yield { path, message: `"${toPage}" is not a later page` };
      }
      if (toStatus === 'success' || toStatus === 'validation_errors' || toStatus === 'survey_complete') {
        yield { path, message: `a branch cannot lead to ${toStatus}` };
      }
    }
  }
}

function isLater(survey: SurveyInFile, page: string, index: number): boolean {
  return pageIndex(survey, page) > index;
}

function pageIndex(survey: SurveyInFile, page: string): number {
  return survey.pages.findIndex((each) => each.page === page);
}

function* questionsWithPath(survey: SurveyInFile): Generator<[string, QuestionInFile]> {
  for (const [pageIndex, page] of survey.pages.entries()) {
    for (const [index, question] of page.questions.entries()) {
      yield [`/pages/${pageIndex}/questions/${index}`, question];
    }
  }
}

function resolvePage(survey: SurveyInFile, page: PageInFile, index: number): SurveyPage {
  const branches = (page.branches ?? []).map(({ answer, toPage, toStatus }): Branch => {
    const target: BranchTarget =
      toStatus === undefined
        ? { kind: 'page', page: pageIndex(survey, toPage ?? '') }
        : { kind: 'status', status: toStatus };
    return { answerId: answer, target };
  });
  const next = page.next === undefined ? index + 1 : pageIndex(survey, page.next);
  return { questions: page.questions.map(resolveQuestion), branches, next };
}

function resolveQuestion({
  id,
  kind,
  text,
  required,
  answers,
  other,
  total,
  maxLength,
  format,
}: QuestionInFile): SurveyQuestion {
  return {
    id,
    kind,
    text,
    required: required ?? false,
    answers: other ? [...answers, other] : answers,
    ...(other ? { otherId: other.id } : {}),
    firstRank: 1,
    total: total ?? defaultTotal,
    maxLength: maxLength ?? defaultMaxLength,
    format: format ?? null,
  };
}
