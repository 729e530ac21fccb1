import type { Random } from '../random.ts';
import { type DateAndTime, drawDay, drawText, plainerTexts, sampleDates, variedText } from './texts.ts';

/** Decides what is answered where a question leaves a choice: chance on walks, one fixed choice in probes. */
export interface AnswerChooser {
  /** Whether the Other option is chosen, where there is one. */
  takesOther(): boolean;
  /** Which of `count` answers, from 0. */
  one(count: number): number;
  /** Whether answer `at` of `count` is among those chosen. */
  isAmong(at: number, count: number): boolean;
  /** A free text for a key, escaped as in JSON. */
  text(key: string): string;
  /** A permutation of 1 to `count`. */
  ranks(count: number): readonly (number | null)[];
  /** Integers of at least 0 that sum to what allocations sum to. */
  shares(count: number): readonly number[];
  date(): DateAndTime;
  /** Whether a date is given with a time, where nothing says whether it has one. */
  takesTime(): boolean;
}

/** What answers are drawn from. */
export interface AnswerDraw {
  readonly random: Random;
  /** The respondent's mark in every free text. */
  readonly token: string;
  /** Probability to choose the Other option of a question that has one. */
  readonly other: number;
  /** What the numbers of an allocation sum to. */
  readonly allocationTotal: number;
}

/** Answers by chance. */
export class RandomChooser implements AnswerChooser {
  /** The kind of the texts, index in `textKinds`: rules for texts are not shown. */
  textKind = 0;
  readonly draw: AnswerDraw;
  readonly #random: Random;

  constructor(draw: AnswerDraw) {
    this.draw = draw;
    this.#random = draw.random;
  }

  takesOther(): boolean {
    return this.#random.chance(this.draw.other);
  }

  one(count: number): number {
    return this.#random.below(count);
  }

  isAmong(): boolean {
    return this.#random.chance(0.4);
  }

  text(): string {
    return drawText(this.#random, this.draw.token, this.textKind);
  }

  /** Fisher and Yates. */
  ranks(count: number): readonly number[] {
    const ranks: number[] = [];
    for (let rank = 1; rank <= count; rank++) ranks.push(rank);
    for (let i = ranks.length - 1; i > 0; i--) {
      const j = this.#random.below(i + 1);
      const swapped = ranks[i] ?? 0;
      ranks[i] = ranks[j] ?? 0;
      ranks[j] = swapped;
    }
    return ranks;
  }

  /** The gaps between sorted cuts. */
  shares(count: number): readonly number[] {
    const { allocationTotal } = this.draw;
    const shares = [allocationTotal];
    // Each cut falls into one of the shares, and leaves what is before it there.
    for (let left = count - 1; left > 0; left--) {
      let cut = this.#random.between(0, allocationTotal);
      let at = 0;
      for (let share = shares[at]; share !== undefined && cut > share; share = shares[++at]) cut -= share;
      shares.splice(at, 1, cut, (shares[at] ?? 0) - cut);
    }
    return shares;
  }

  date(): DateAndTime {
    const random = this.#random;
    return { ...drawDay(random), hour: random.below(24), minute: random.below(60) };
  }

  /** Probes find out; walks leave such a time out, as the table of keys does. */
  takesTime(): boolean {
    return false;
  }
}

/** One choice among the answers of a question: the same choice gives the same answer, so that witnesses are steady. */
export interface FixedChoice {
  /** Which option is taken, counted round. */
  readonly option: number;
  /** Which kind of text, counted round. */
  readonly variety: number;
  /** Take the Other option where there is one. */
  readonly other: boolean;
  /** The respondent's mark in every free text. */
  readonly token: string;
  readonly allocationTotal: number;
  /** Above 0: another answer than the last one, which the service refused. */
  readonly attempt: number;
  /** Today, `YYYY-MM-DD`: some fields want recent dates. */
  readonly today: string;
}

/** Attempts that differ; those beyond begin anew. */
export const maxAttempts = 16;
/** From this attempt on every second one has a time. */
const timeAttempts = 3;
/** How many items get a rank where only some do, attempt by attempt. */
const fewRanks = [3, 1, 2, 5];
/** Attempts that stay with the Other option, in each kind of words. */
const otherAttempts = 1 + plainerTexts('', '').length;

/** Answers by one fixed choice. */
export class FixedChooser implements AnswerChooser {
  readonly #choice: FixedChoice;

  constructor(choice: FixedChoice) {
    this.#choice = choice;
  }

  takesOther(): boolean {
    return this.#choice.other && this.#choice.attempt < otherAttempts;
  }

  one(count: number): number {
    return (this.#choice.option + this.#choice.attempt) % Math.max(1, count);
  }

  /** In five choices: one, two, all but one, two, all; another attempt is another number of answers. */
  isAmong(at: number, count: number): boolean {
    const { option, attempt } = this.#choice;
    const usual = Math.max(1, [1, 2, count - 1, 2, count][option % 5] ?? 1);
    const size = attempt > 0 ? ((attempt - 1) % count) + 1 : usual;
    return (at - (option % count) + count) % count < size;
  }

  /** The key follows a text, so that no two texts of a respondent are equal. */
  text(key: string): string {
    const { token, variety, attempt, today } = this.#choice;
    const plainer = plainerTexts(token, today);
    const text =
      attempt > 0 ? (plainer[(attempt - 1) % plainer.length] ?? token) : `${variedText(token, variety)} ${key}`;
    return JSON.stringify(text).slice(1, -1);
  }

  /**
   * From 1, in every fourth attempt from 0, in every fourth for a few items alone: from where ranks count and how many
   * items get one is not shown.
   */
  ranks(count: number): readonly (number | null)[] {
    const { option, attempt } = this.#choice;
    const least = attempt % 4 === 1 ? 0 : 1;
    const most = attempt % 4 === 3 ? (fewRanks[(attempt - 3) / 4] ?? count) : count;
    const ranks = Array.from({ length: count }, (_, at) => ((at + option + attempt) % count) + least);
    return ranks.map((rank) => (rank > most ? null : rank));
  }

  /** Equal shares, and in every second choice everything for one item; another attempt has another sum. */
  shares(count: number): readonly number[] {
    const { option, attempt, allocationTotal } = this.#choice;
    const sums = [allocationTotal, 100, 10, 1, count, 1000];
    const sum = sums[attempt % sums.length] ?? allocationTotal;
    return Array.from({ length: count }, (_, at) => {
      if (option % 2 === 1) return at === option % count ? sum : 0;
      return Math.floor(sum / count) + (at === 0 ? sum % count : 0);
    });
  }

  takesTime(): boolean {
    const { attempt } = this.#choice;
    return attempt >= timeAttempts && attempt % 2 === 1;
  }

  date(): DateAndTime {
    const { option, attempt, today } = this.#choice;
    if (attempt === 0) return sampleDates[option % sampleDates.length] ?? { ...dayOf(today), hour: 9, minute: 30 };
    const offsets = [0, -7, 7, -365, 365, -1826, -3653, -10_957, -21_915];
    const dayMs = Date.parse(today) + (offsets[(attempt - 1) % offsets.length] ?? 0) * 86_400_000;
    return {
      ...dayOf(new Date(dayMs).toISOString().slice(0, 10)),
      hour: 9 + (attempt % 8),
      minute: [45, 59, 0][attempt % 3] ?? 0,
    };
  }
}

function dayOf(iso: string): Pick<DateAndTime, 'year' | 'month' | 'day'> {
  const [year = 2000, month = 1, day = 1] = iso.split('-').map(Number);
  return { year, month, day };
}
