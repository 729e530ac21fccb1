import type { BodyRepeat } from '../result/exchange.ts';
import { type AnswerRule, type QuestionRule, type Rules, rules } from './allRules.ts';
import { type ClauseTally, EvidenceGroup, EvidenceRecorder } from './evidence/clauseTally.ts';
import { isIn, membersReadFrom, type Place, placeOf, WatchedAnswer } from './evidence/watchedAnswer.ts';
import type { Findings } from './findings.ts';
import type { Answer, Circumstances } from './reading/answer.ts';
import type { QuestionReading } from './reading/questionView.ts';
import type { ShownPage } from './reading/shownPage.ts';

/** What is known of a body that repeats, where it came. */
interface JudgedRepeat {
  readonly place: Place;
  /** What it keeps by all that it shares with its repeats. */
  readonly evidence: EvidenceGroup;
  /** The rules that look at more than that, and those that something of it breaks: each repeat is judged by them. */
  readonly looking: readonly AnswerRule[];
}

/** As `JudgedRepeat`, of a question. */
interface JudgedQuestion {
  readonly evidence: EvidenceGroup;
  readonly looking: readonly QuestionRule[];
}

/** Places that one body is known in: it comes from three endpoints, and their paths are few. */
const mostPlaces = 8;

/** Where a judge counts what it knows of answers that come again. */
export interface Memory {
  /** The tally of the findings that `judge` is given. */
  readonly tally: ClauseTally;
  /** Whether what was observed may be told as it is: it holds no secret. */
  isPlain(observed: string): boolean;
}

/**
 * Judges each answer by each rule. With a memory, what a rule has looked at, and found nothing
 * against, it need not look at again where it comes again byte by byte. Which rule looks at what, nobody has to say: it
 * is seen when a body that repeats is judged first (`WatchedAnswer`). So the cost follows the number of different answers,
 * and memory the bodies that are kept (`BodyReader`).
 */
export class ExchangeJudge {
  readonly #memory: Memory | null;
  readonly #rules: Rules;
  readonly #questions = new WeakMap<QuestionReading, JudgedQuestion>();
  readonly #repeats = new WeakMap<BodyRepeat, JudgedRepeat[]>();

  constructor(memory: Memory | null = null, judgedBy: Rules = rules) {
    this.#memory = memory;
    this.#rules = judgedBy;
  }

  judge(findings: Findings, answer: Answer, circumstances: Circumstances): void {
    const { repeat = null } = answer.exchange;
    const known = repeat === null || this.#memory === null ? null : this.#known(repeat, answer, circumstances);
    if (known !== null) this.#memory?.tally.again(known.evidence);
    for (const judge of known?.looking ?? this.#rules.answer) judge(findings, answer, circumstances);
    if (known === null) this.#judgeQuestions(findings, answer.page);
  }

  #known(repeat: BodyRepeat, answer: Answer, circumstances: Circumstances): JudgedRepeat | null {
    const places = this.#repeats.get(repeat);
    if (places !== undefined) {
      for (const known of places) if (isIn(known.place, answer, circumstances)) return known;
      if (places.length === mostPlaces) return null;
    }
    const fresh = this.#learn(answer, circumstances);
    if (places === undefined) this.#repeats.set(repeat, [fresh]);
    else places.push(fresh);
    return fresh;
  }

  /** Lets each rule look at the answer, to learn what it keeps and what was looked at. */
  #learn(answer: Answer, circumstances: Circumstances): JudgedRepeat {
    const kept = new EvidenceRecorder();
    const looking: AnswerRule[] = [];
    const watched = new WatchedAnswer(answer, circumstances);
    for (const judge of this.#rules.answer) {
      const heard = new EvidenceRecorder();
      judge(heard, watched.answer, watched.circumstances);
      const mayVary = watched.takeVaried();
      if (!mayVary && this.#isEvidence(heard)) kept.add(heard);
      else looking.push(judge);
    }
    const varying = answer.exchange.repeat?.varying ?? [];
    const heard = (answer.page?.elements ?? []).map((element) => this.#heardOf(element));
    const mayVary = varying.some((path) => membersReadFrom(path).includes('elements'));
    if (!mayVary && heard.every((each) => this.#isEvidence(each))) for (const each of heard) kept.add(each);
    else looking.push((findings, { page }) => this.#judgeQuestions(findings, page));
    return { place: placeOf(answer, circumstances), evidence: new EvidenceGroup(kept), looking };
  }

  /** Questions are judged by themselves: whatever page they come on, one that repeats is looked at once. */
  #judgeQuestions(findings: Findings, page: ShownPage | null): void {
    for (const element of page?.elements ?? []) {
      const known = this.#knownQuestion(element);
      if (known !== null) this.#memory?.tally.again(known.evidence);
      const looking = known?.looking ?? this.#rules.question;
      if (looking.length === 0 && this.#memory !== null) continue;
      findings.ofQuestion(element, page);
      if (this.#memory === null) known?.evidence.tell(findings);
      for (const judge of looking) judge(findings, element);
      findings.ofQuestion(null);
    }
  }

  /** What is known of a question that comes again. */
  #knownQuestion(element: QuestionReading): JudgedQuestion | null {
    if (!element.repeats) return null;
    const known = this.#questions.get(element);
    if (known !== undefined) return known;
    const kept = new EvidenceRecorder(element);
    const looking: QuestionRule[] = [];
    for (const judge of this.#rules.question) {
      const heard = new EvidenceRecorder(element);
      judge(heard, element);
      if (this.#isEvidence(heard)) kept.add(heard);
      else looking.push(judge);
    }
    const fresh = { evidence: new EvidenceGroup(kept), looking };
    this.#questions.set(element, fresh);
    return fresh;
  }

  #heardOf(element: QuestionReading): EvidenceRecorder {
    const heard = new EvidenceRecorder(element);
    for (const judge of this.#rules.question) judge(heard, element);
    return heard;
  }

  #isEvidence(heard: EvidenceRecorder): boolean {
    const memory = this.#memory;
    return heard.isClean && (memory === null || heard.observed.values().every(({ value }) => memory.isPlain(value)));
  }
}

const withoutMemory = new ExchangeJudge();

/** Judges one answer by each rule, by nothing that was seen before. */
export function judgeExchange(findings: Findings, answer: Answer, circumstances: Circumstances): void {
  withoutMemory.judge(findings, answer, circumstances);
}
