import { Compile } from 'typebox/compile';
import { type EndpointId, pathOf } from '../contract/endpoints.ts';
import { NoPage, SuccessPage } from '../contract/page.ts';
import { statuses } from '../contract/statuses.ts';
import { type BodyRepeat, headerOf } from '../result/exchange.ts';
import { type ClauseTally, type EvidenceGroup, EvidenceRecorder } from './evidence/clauseTally.ts';
import type { Findings } from './findings.ts';
import { judgeExchange, judgeFrame } from './judgeExchange.ts';
import type { Answer, Circumstances } from './reading/answer.ts';
import type { ShownPage } from './reading/page.ts';
import type { QuestionReading } from './reading/question.ts';
import { saysJson } from './rules/overview.ts';
import { judgeQuestion } from './rules/question.ts';
import { LeakJudge } from './rules/sanity.ts';

/** The documented paths of a survey's steps. */
export interface SurveyPaths {
  readonly take: string;
  readonly submit: string;
  readonly previous: string;
}

export function surveyPathsOf(surveyId: number): SurveyPaths {
  const parameters = { survey_id: surveyId };
  return {
    take: pathOf('take', parameters),
    submit: pathOf('submit-page', parameters),
    previous: pathOf('previous-page', parameters),
  };
}

/** What a body that repeats is evidence for, where it came; `null` where it broke something. */
interface JudgedRepeat {
  readonly endpoint: EndpointId;
  readonly httpStatus: number;
  readonly evidence: EvidenceGroup | null;
}

const isSuccessPage = Compile(SuccessPage);
const isNoPage = Compile(NoPage);

/**
 * Judges the answers of walks, on the hot path: an answer of a form that was judged before, rule by rule, and kept every
 * clause, is evidence at once; whatever departs from it is looked at rule by rule, as in `judgeExchange`.
 */
export class ExchangeJudge {
  readonly #tally: ClauseTally;
  readonly #leaks = new LeakJudge();
  /** What frames of answers are evidence for, by their form. */
  readonly #frames = new Map<string, EvidenceGroup>();
  readonly #questions = new WeakMap<QuestionReading, EvidenceGroup>();
  readonly #repeats = new WeakMap<BodyRepeat, JudgedRepeat>();
  #lastJsonType = 'application/json';

  constructor(tally: ClauseTally) {
    this.#tally = tally;
  }

  /** @param paths of the survey that the answer belongs to. */
  judge(findings: Findings, answer: Answer, circumstances: Circumstances, paths: SurveyPaths): void {
    this.#leaks.judge(findings, answer.exchange, circumstances);
    if (this.#isEvidence(answer, circumstances, paths) || this.#isRepeat(answer, circumstances)) return;
    judgeExchange(findings, answer, circumstances);
  }

  /** Refusals and errors repeat word for word: one that kept every clause is evidence again. */
  #isRepeat(answer: Answer, circumstances: Circumstances): boolean {
    const { exchange } = answer;
    const { repeat, endpoint, httpStatus, failure } = exchange;
    if (repeat == null || failure !== null || !circumstances.isContractual || circumstances.mayFail) return false;
    if (!this.#saysJson(answer)) return false;
    const known = this.#repeats.get(repeat);
    if (known?.endpoint === endpoint && known.httpStatus === httpStatus) {
      if (known.evidence === null) return false;
      known.evidence.times++;
      return true;
    }
    const recorder = new EvidenceRecorder();
    judgeExchange(recorder, answer, circumstances);
    const evidence = recorder.isClean ? this.#tally.groupOf(recorder) : null;
    this.#repeats.set(repeat, { endpoint, httpStatus, evidence });
    if (evidence === null) return false;
    evidence.times++;
    return true;
  }

  #isEvidence(answer: Answer, circumstances: Circumstances, paths: SurveyPaths): boolean {
    const { exchange, page, status } = answer;
    if (exchange.failure !== null || exchange.httpStatus !== 200 || !this.#saysJson(answer)) return false;
    if (page === null) {
      const form = statusForm(answer);
      return form !== null && this.#countFrame(form, answer, circumstances);
    }
    if (status !== 'success' || !isPlainPage(answer, page, paths)) return false;
    for (const element of page.elements) if (this.#evidenceOf(element, answer) === null) return false;
    const form = page.previousPageUrl === null ? firstForms[exchange.endpoint] : laterForms[exchange.endpoint];
    if (form === undefined || !this.#countFrame(form, answer, circumstances)) return false;
    for (const element of page.elements) {
      const evidence = this.#questions.get(element);
      if (evidence !== undefined) evidence.times++;
    }
    return true;
  }

  #countFrame(form: string, answer: Answer, circumstances: Circumstances): boolean {
    const known = this.#frames.get(form);
    if (known !== undefined) {
      known.times++;
      return true;
    }
    const recorder = new EvidenceRecorder();
    judgeFrame(recorder, answer, circumstances);
    if (!recorder.isClean) return false;
    const group = this.#tally.groupOf(recorder);
    group.times++;
    this.#frames.set(form, group);
    return true;
  }

  #evidenceOf(element: QuestionReading, { exchange }: Answer): EvidenceGroup | null {
    const known = this.#questions.get(element);
    if (known !== undefined) return known;
    const recorder = new EvidenceRecorder();
    judgeQuestion(recorder, exchange, element);
    if (!recorder.isClean) return null;
    const group = this.#tally.groupOf(recorder);
    this.#questions.set(element, group);
    return group;
  }

  /** Nearly all answers say the same. */
  #saysJson({ exchange }: Answer): boolean {
    const contentType = headerOf(exchange, 'content-type');
    if (contentType === this.#lastJsonType) return true;
    if (contentType === null || !saysJson(contentType)) return false;
    this.#lastJsonType = contentType;
    return true;
  }
}

const firstForms: Readonly<Record<string, string>> = {
  take: 'take, first page',
  'submit-page': 'submit-page, first page',
  'previous-page': 'previous-page, first page',
};
const laterForms: Readonly<Record<string, string>> = {
  take: 'take, later page',
  'submit-page': 'submit-page, later page',
  'previous-page': 'previous-page, later page',
};

/** A page in which nothing but its questions is left to look at: every frame rule would find what it found before. */
function isPlainPage({ exchange, reading }: Answer, page: ShownPage, paths: SurveyPaths): boolean {
  if (reading.kind !== 'flow' || !isSuccessPage.Check(exchange.json)) return false;
  const { previousPageUrl, nextPageSubmitUrl, progress, questions, elements } = page;
  if (nextPageSubmitUrl !== paths.submit || (previousPageUrl !== null && previousPageUrl !== paths.previous))
    return false;
  if (!(progress >= 0 && progress <= 100) || elements.length === 0 || questions.length !== elements.length)
    return false;
  if ('redirectUrl' in reading.response || 'validationErrors' in reading.response) return false;
  if (exchange.endpoint !== 'previous-page') for (const question of questions) if (question.marked) return false;
  return haveOwnIds(questions);
}

/** Pages have few questions: comparing them costs less than a set. */
const fewQuestions = 32;

function haveOwnIds(questions: ShownPage['questions']): boolean {
  if (questions.length > fewQuestions) return new Set(questions.map(({ id }) => id)).size === questions.length;
  for (let at = 1; at < questions.length; at++) {
    for (let before = 0; before < at; before++) if (questions[at]?.id === questions[before]?.id) return false;
  }
  return true;
}

/** The form of a status without a page and without members beyond the samples'; `null` for any other. */
function statusForm({ exchange, reading, status }: Answer): string | null {
  if (reading.kind !== 'flow' || status === '' || statuses[status].page || !isNoPage.Check(exchange.json)) return null;
  const { redirectUrl } = reading.response;
  if (redirectUrl !== undefined && (typeof redirectUrl !== 'string' || !statuses[status].redirectUrl)) return null;
  const members = redirectUrl === undefined ? 1 : 2;
  if (Object.keys(reading.response).length !== members || Object.keys(reading.body).length !== 2) return null;
  return `${exchange.endpoint}, ${status}${members === 2 ? ', redirectUrl' : ''}`;
}
