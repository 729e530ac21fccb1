import type { EntityId } from '../../contract/entityId.ts';
import { isRecord, type Json } from '../../contract/jsonShape.ts';
import { keysOf } from '../../judging/reading/answerForm.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { withOwnToken } from '../../judging/tokens.ts';

/** A parsed submit-page body: one flat object of the documented keys. */
export type SubmitBody = Json;

const maxQuestions = 5000;
const maxAnswers = 64;
/** Accepted submissions of one page that are learnt from: what is chosen later was nearly always chosen before. */
const learntFrom = 256;

/**
 * Which answers a service surely takes. What rules a question has is not shown (an address, a range of dates, exactly
 * two), so that an answer is valid only when the service itself took the same one before in this run, or when its form
 * leaves no doubt. Two texts that differ in the respondent's token only are the same.
 */
export class KnownValidAnswers {
  readonly #accepted = new Map<EntityId, Set<string>>();
  readonly #learnt = new Map<string, number>();

  /** The service took this body for this page. */
  accept(page: ShownPage, body: string): void {
    const learnt = this.#learnt.get(page.identity) ?? 0;
    if (learnt >= learntFrom || (learnt === 0 && this.#learnt.size >= maxQuestions)) return;
    this.#learnt.set(page.identity, learnt + 1);
    const answers = parsedBody(body);
    for (const question of page.questions) this.#remember(question, answerIn(question, answers));
  }

  /** Whether nobody can doubt that the body is valid for the page. A question left out counts as an answer to it. */
  isKnownValid(page: ShownPage, body: string): boolean {
    const answers = parsedBody(body);
    const known = page.questions.flatMap((question) => keysOf(question.form));
    if (Object.keys(answers).some((key) => !known.includes(key))) return false;
    return page.questions.every((question) => this.isKnown(question, answers));
  }

  /** As `isKnownValid`, for one question of the body. */
  isKnown(question: QuestionView, answers: SubmitBody): boolean {
    if (leavesNoDoubt(question, answers)) return true;
    return this.#accepted.get(question.id)?.has(answerIn(question, answers)) ?? false;
  }

  /** An answer to the question that the service took before, as respondent `token` would give it; `null`: none. */
  acceptedAnswer({ id }: QuestionView, token: string): SubmitBody | null {
    for (const answer of this.#accepted.get(id) ?? []) {
      if (answer !== nothing) return parsedBody(answer.replaceAll(mark, token));
    }
    return null;
  }

  #remember({ id }: QuestionView, answer: string): void {
    const known = this.#accepted.get(id);
    if (known === undefined) {
      if (this.#accepted.size < maxQuestions) this.#accepted.set(id, new Set([answer]));
    } else if (known.size < maxAnswers) known.add(answer);
  }
}

/** Stands for the respondent's token. */
const mark = '⟨token⟩';
const nothing = '{}';

/** The answer to one question within a body, as text to compare: whoever gave it. */
export function answerIn({ form }: QuestionView, answers: SubmitBody): string {
  return JSON.stringify(picked(answers, keysOf(form)), (_key, value: unknown) =>
    typeof value === 'string' ? withOwnToken(value, mark) : value,
  );
}

/**
 * One of the answers that are offered is valid in any survey, unless it may be an Other option without its text. A survey
 * may have rules of its own for texts, dates, numbers and ranks (from where they count is open,
 * service.md#keys-allocation-total), and for how many answers may be chosen, which are not shown.
 */
export function isPlainChoice({ form }: QuestionView): boolean {
  return form.kind === 'single' && (form.other === null || form.other.isCertain);
}

/** Whether the answer to a {@link isPlainChoice plain choice} is one of those that are offered, and not Other. */
export function leavesNoDoubt(question: QuestionView, given: SubmitBody): boolean {
  const { form, answers } = question;
  if (form.kind !== 'single' || !isPlainChoice(question)) return false;
  const { key, other } = form;
  const isOffered = answers.some(({ id }) => String(id) === given[key] && id !== other?.answerId);
  return isOffered && (other === null || given[other.key] === undefined);
}

/** What a body has of some keys. */
export function picked(body: SubmitBody, keys: readonly string[]): SubmitBody {
  return Object.fromEntries(keys.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]]])));
}

/** A body as an object; empty when it is none. */
export function parsedBody(body: string): SubmitBody {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** A body without its answers to some questions: without the keys of their forms, whatever the markup calls them. */
export function withoutAnswersTo(body: SubmitBody, questions: readonly QuestionView[]): SubmitBody {
  const keys = new Set(questions.flatMap(({ form }) => keysOf(form)));
  return Object.fromEntries(Object.entries(body).filter(([key]) => !keys.has(key)));
}
