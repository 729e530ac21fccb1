import { Compile } from 'typebox/compile';
import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import type { AnswerType, KeyFormId } from '../../contract/keyForms.ts';
import { Question } from '../../contract/question.ts';
import { tokenPrefix } from '../token.ts';
import { type AnswerForm, answerFormOf, answerTypeOf, keyFormsOf } from './form.ts';
import { htmlInputsOf } from './htmlInputs.ts';
import { type Finding, findingsOfForm, findingsOfJson } from './questionFindings.ts';

/** A question as a respondent uses it, compiled once for each distinct `json` and `html`. */
export interface QuestionPlan {
  readonly question: Question;
  readonly form: AnswerForm;
  readonly answerType: AnswerType;
  readonly keyForms: readonly KeyFormId[];
  /** What the document is contradicted by in this question; empty for nearly all. */
  readonly findings: readonly Finding[];
  /** Whether any answer is marked `selected`. */
  readonly marked: boolean;
}

/** A question that cannot be answered because its JSON is not a question. */
export interface BrokenQuestion {
  readonly question: null;
  readonly findings: readonly Finding[];
}

const questionCheck = Compile(Question);

/** Distinct texts that are remembered; a service whose questions never repeat costs a parse each, and no more memory. */
const maxRemembered = 5000;

interface Remembered {
  readonly parsed: Question | null;
  readonly jsonFindings: readonly Finding[];
  html: string;
  plan: QuestionPlan | BrokenQuestion;
}

/** Compiles questions and remembers them: question JSON repeats from respondent to respondent. */
export class QuestionPlans {
  readonly #remembered = new Map<string, Remembered>();

  /** The plan of a question of a page, from its two strings. */
  of(json: string, html: string): QuestionPlan | BrokenQuestion {
    const known = this.#remembered.get(json);
    if (known === undefined) return this.#remember(json, html);
    if (known.html !== html) {
      known.html = html;
      known.plan = compile(known.parsed, known.jsonFindings, html);
    }
    return known.plan;
  }

  #remember(json: string, html: string): QuestionPlan | BrokenQuestion {
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    const value = parse(json);
    const parsed = questionCheck.Check(value) ? value : null;
    const jsonFindings = findingsOfJson(value, parsed);
    const plan = compile(parsed, jsonFindings, html);
    // With a respondent's own text in it, it never comes again.
    if (!json.includes(tokenPrefix)) this.#remembered.set(json, { parsed, jsonFindings, html, plan });
    return plan;
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function compile(
  question: Question | null,
  jsonFindings: readonly Finding[],
  html: string,
): QuestionPlan | BrokenQuestion {
  if (question === null) return { question, findings: jsonFindings };
  const inputs = htmlInputsOf(html);
  const form = answerFormOf(question, inputs);
  return {
    question,
    form,
    answerType: answerTypeOf(form),
    keyForms: keyFormsOf(form),
    findings: [...jsonFindings, ...findingsOfForm(question, form, inputs)],
    marked: question.answers.some((answer) => answer.selected === true),
  };
}

/** Clauses that every question is checked against when it is compiled. */
export const questionClauseIds = [
  'PAGE-QUESTION-JSON-01',
  'QUESTION-JSON-01',
  'QUESTION-ID-01',
  'QUESTION-TYPE-01',
  'QUESTION-TYPE-02',
  'QUESTION-TEXT-01',
  'QUESTION-ANSWERS-01',
  'QUESTION-ANSWER-ID-01',
  'QUESTION-ANSWER-TEXT-01',
  'QUESTION-ANSWER-TEXT-02',
  'QUESTION-SELECTED-01',
  'QUESTION-FORM-01',
  'QUESTION-FORM-PREFIX-01',
  'QUESTION-FORM-ID-TYPE-01',
  'QUESTION-FORM-OTHER-01',
  'QUESTION-UNIQUE-01',
  'KEYS-PREFIX-01',
  'KEYS-PREFIX-02',
  'KEYS-PREFIX-03',
  'KEYS-HTML-01',
] as const satisfies readonly ClauseId[];
