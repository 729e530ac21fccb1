import type { EntityId } from '../contract/entityId.ts';
import type { Findings } from './findings.ts';
import { entryOf } from './memoised.ts';
import type { QuestionView } from './reading/questionView.ts';
import {
  formsUsed,
  isFiner,
  judgeFormRefused,
  judgeKeysRefused,
  judgeOtherRefused,
  type TriedForm,
  triedForms,
} from './rules/keys.ts';

/** What became of answers of one kind over a run, by what they were given to: questions, or pages. */
export class Tries {
  readonly #taken = new Set<EntityId>();
  /** Different answers that were refused. */
  readonly #refused = new Map<EntityId, { tries: number; last: Findings }>();

  /** What is known of the last refusal; `null` while there is none. */
  get last(): Findings | null {
    return this.lastOf([...this.#refused.keys()].at(-1));
  }

  lastOf(id: EntityId | undefined): Findings | null {
    return (id === undefined ? undefined : this.#refused.get(id)?.last) ?? null;
  }

  get isTaken(): boolean {
    return this.#taken.size > 0;
  }

  /** Whether an answer to this one was taken. */
  hasTaken(id: EntityId): boolean {
    return this.#taken.has(id);
  }

  taken(id: EntityId): void {
    this.#taken.add(id);
  }

  /** An answer was refused that was not before. @param findings about the refusal */
  refused(id: EntityId, findings: Findings): void {
    const { tries = 0 } = this.#refused.get(id) ?? {};
    this.#refused.set(id, { tries: tries + 1, last: findings });
  }

  /** Those of which at least so many different answers were refused. */
  exhausted(answers: number): EntityId[] {
    return [...this.#refused].filter(([, { tries }]) => tries >= answers).map(([id]) => id);
  }
}

/** After so many different answers to each of so many questions, all refused, a form is known not to be taken. */
interface EnoughTries {
  readonly answers: number;
  readonly questions: number;
}

/**
 * What walks try widely enough to judge; the rest is for probes. A question may have a rule for the words of its Other
 * option, or for the hours that it takes: none that so many different ones break. One that takes any single answer of a
 * multiple choice, and several of none, has no such rule twice by chance.
 */
const widelyTried: Partial<Record<TriedForm, EnoughTries>> = {
  other: { answers: 12, questions: 1 },
  several: { answers: 4, questions: 2 },
  am: { answers: 12, questions: 1 },
  pm: { answers: 12, questions: 1 },
  'other-single': { answers: 12, questions: 2 },
  'other-multiple': { answers: 12, questions: 2 },
  'guess-single': { answers: 12, questions: 1 },
  'guess-multiple': { answers: 12, questions: 1 },
  'late-day': { answers: 12, questions: 1 },
  'late-calendar': { answers: 12, questions: 1 },
};

export function enoughInWalks(form: TriedForm): EnoughTries | null {
  return widelyTried[form] ?? null;
}

/** Different answers of a probe to one question after which it is known to take none of this form. */
export const enoughOfProbes = 6;
/** With the Other option only its words differ. */
const enoughOthers = 2;
/** Texts of so many kinds with the Other option of one question: a rule for its words that none of them keeps is a rare one. */
const enoughWords = 12;
/** Each item at each rank, from 1 and from 0, and a few items alone: no rule for a ranking is left that refuses them all. */
const enoughRankings = 12;

/**
 * One question may have a rule of its own that no answer of a probe met; where several questions of a form take none,
 * the key is not known. Of dates those that are tried lie so far apart that one question is enough, and that no allocation
 * is taken only deviates.
 */
export function enoughInProbes(form: TriedForm): EnoughTries {
  if (/^(?:other|guess)/.test(form)) return { answers: enoughOthers, questions: 2 };
  if (form === 'rank') return { answers: enoughRankings, questions: 1 };
  const isAlone = /^(?:am|pm|calendar|date-.*|late-.*|ranks|allocation)$/.test(form);
  return { answers: enoughOfProbes, questions: isAlone ? 1 : 2 };
}

/** Which forms of answers a service took over a run, and of which it refused every one that was tried. */
export class FormTries {
  readonly #enough: (form: TriedForm) => EnoughTries | null;
  readonly #forms = new Map<TriedForm, Tries>();
  /** Forms that can be judged, of which answers were refused and none was taken. */
  readonly #open = new Map<TriedForm, EnoughTries>();

  /** @param enough `null` for a form that is never judged */
  constructor(enough: (form: TriedForm) => EnoughTries | null) {
    this.#enough = enough;
  }

  /** Whether a form is in doubt: only then is it worth telling what was taken. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  taken(question: QuestionView, given: Readonly<Record<string, unknown>>): void {
    for (const form of triedForms(question, given)) {
      this.#triesOf(form).taken(question.id);
      this.#open.delete(form);
    }
  }

  /**
   * @param given an answer that was not refused before; @param findings about the refusal
   * @returns its forms.
   */
  refused(question: QuestionView, given: Readonly<Record<string, unknown>>, findings: Findings): readonly TriedForm[] {
    const forms = triedForms(question, given);
    for (const form of forms) {
      const tries = this.#triesOf(form);
      tries.refused(question.id, findings);
      const enough = this.#enough(form);
      if (enough !== null && !tries.isTaken) this.#open.set(form, enough);
    }
    return forms;
  }

  /** Judges the forms of which the service took no answer at all. @param forms all, unless some are given */
  judge(forms: Iterable<TriedForm> = this.#open.keys()): void {
    for (const form of forms) {
      const enough = this.#open.get(form);
      const tries = this.#triesOf(form);
      if (enough === undefined || tries.last === null) continue;
      const exhausted = tries.exhausted(enough.answers);
      const refused = (isFiner(form) ? exhausted.filter((id) => this.#isPassed(id)) : exhausted).length;
      if (refused >= enough.questions) judgeFormRefused(tries.last, form, refused);
    }
  }

  /** Judges Other options, rankings and allocations of questions that refuse each that is tried, where others take theirs. */
  judgeSome(): void {
    for (const form of ['other-single', 'other-multiple', 'rank', 'allocation'] as const) {
      const tries = this.#triesOf(form);
      const { answers, questions } = enoughInProbes(form);
      const refused = tries.exhausted(answers).filter((id) => !tries.hasTaken(id));
      const last = tries.lastOf(refused.at(-1));
      if (refused.length < questions) this.#judgeWords(form);
      else if (tries.isTaken && last !== null) judgeFormRefused(last, form, refused.length);
    }
  }

  /** Of single questions, Other options that no text suits. */
  #judgeWords(form: TriedForm): void {
    if (form !== 'other-single' && form !== 'other-multiple') return;
    const tries = this.#triesOf(form);
    for (const id of tries.exhausted(enoughWords)) {
      const last = tries.lastOf(id);
      if (last !== null && !tries.hasTaken(id) && this.#isPassed(id)) judgeOtherRefused(last, id);
    }
  }

  /** Whether any answer to a question was taken. */
  #isPassed(id: EntityId): boolean {
    return [...this.#forms.values()].some((each) => each.hasTaken(id));
  }

  #triesOf(form: TriedForm): Tries {
    return entryOf(this.#forms, form, () => new Tries());
  }
}

/** What a service says of one question when answers to it are refused, and when there is none. */
interface Words {
  leftOut: string | null;
  readonly said: Set<string>;
  /** Different answers that were refused: of a single choice, its options. */
  readonly refused: Set<unknown>;
  isTaken: boolean;
  judge: () => void;
}

/** Different answers, or all options, each refused as if it had not been given, after which a service does not read the key. */
const enoughAnswers = 6;

/** Questions whose answers a service refuses in the words that it has for no answer. */
export class UnreadAnswers {
  readonly #questions = new Map<EntityId, Words>();

  taken(question: QuestionView, given: Readonly<Record<string, unknown>>): void {
    if (formsUsed(question, given).length > 0) this.#of(question).isTaken = true;
  }

  /** @param given an answer that was not refused before, or none. @param message what was said of this question. */
  refused(question: QuestionView, given: Readonly<Record<string, unknown>>, message: string, findings: Findings): void {
    // Where the markup does not name them, which keys a date has is a guess.
    if (question.form.kind === 'date') return;
    const words = this.#of(question);
    if (formsUsed(question, given).length === 0) words.leftOut = message;
    else {
      words.said.add(message);
      const { form, answers } = question;
      words.refused.add(form.kind === 'single' ? given[form.key] : words.refused.size);
      const enough = form.kind === 'single' ? Math.min(enoughAnswers, answers.length) : enoughAnswers;
      words.judge = () => {
        if (words.refused.size >= enough) judgeKeysRefused(findings, question, given, 'unread');
      };
    }
  }

  /** Judges at the end of a run. */
  judge(): void {
    for (const { leftOut, said, isTaken, judge } of this.#questions.values()) {
      if (leftOut === null || isTaken) continue;
      if (said.size === 1 && said.has(leftOut)) judge();
    }
  }

  #of({ id }: QuestionView): Words {
    const make = (): Words => ({ leftOut: null, said: new Set(), refused: new Set(), isTaken: false, judge: () => {} });
    return entryOf(this.#questions, id, make);
  }
}
