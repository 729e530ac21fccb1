import type { PageView, QuestionView } from './pageView.ts';

/** A submit-page body: one flat object of the documented keys. */
export type SubmitBody = Readonly<Record<string, unknown>>;

/** What a probe answers with; the same choice gives the same body, so that witnesses are steady. */
export interface AnswerChoice {
  /** Which option is taken, counted round. */
  readonly option: number;
  /** What every free text begins with: tells respondents apart. The answer id follows, so that no two texts are equal. */
  readonly text: string;
  /** Take the Other option where there is one. */
  readonly other: boolean;
}

export const plainChoice: AnswerChoice = { option: 0, text: 'plain words', other: false };

const allocationTotal = 100;

/** A body that answers every question of a page as its `formParam` says. */
export function answersFor(page: PageView, choice: AnswerChoice = plainChoice): SubmitBody {
  const body: Record<string, unknown> = {};
  for (const question of page.questions) Object.assign(body, answerTo(question, choice));
  return body;
}

/** The submit keys of one question, answered. */
export function answerTo(question: QuestionView, choice: AnswerChoice = plainChoice): SubmitBody {
  const { answers, prefix } = question;
  if (prefix === 'u_' || prefix === 'm_') return chosen(question, choice);
  if (prefix.startsWith('dt_')) return dateTo(question, choice);
  const count = answers.length;
  const answerIn = (id: number, at: number): string => {
    if (prefix === 'r_') return String(((at + choice.option) % count) + 1);
    return prefix === 's_' ? String(shareOf(at, count, choice)) : `${choice.text} ${id}`;
  };
  const ids = question.byAnswer ? answers.map(({ id }) => id) : [question.id];
  return Object.fromEntries(ids.map((id, at) => [`${prefix}${id}`, answerIn(id, at)]));
}

/** Equal shares, and in every second choice everything for one item and nothing for the others. */
function shareOf(at: number, count: number, { option }: AnswerChoice): number {
  if (option % 2 === 1) return at === option % count ? allocationTotal : 0;
  return Math.floor(allocationTotal / count) + (at === 0 ? allocationTotal % count : 0);
}

/** The id of the Other option: the one whose text has an input of its own. */
export function otherIdOf(question: QuestionView): number | null {
  const { otherPrefix, inputs } = question;
  if (otherPrefix === null) return null;
  return question.answers.find(({ id }) => inputs.has(`${otherPrefix}${id}`))?.id ?? null;
}

/** The answer ids that a body chooses in a question; empty for questions that are not choices. */
export function chosenIds(question: QuestionView, body: SubmitBody): readonly number[] {
  const value = body[`${question.prefix}${question.id}`];
  if (question.prefix !== 'u_' && question.prefix !== 'm_') return [];
  if (Array.isArray(value)) return value.map(Number);
  return value === undefined ? [] : [Number(value)];
}

function chosen(question: QuestionView, choice: AnswerChoice): SubmitBody {
  const other = otherIdOf(question);
  const key = `${question.prefix}${question.id}`;
  const usual = question.answers.filter(({ id }) => id !== other);
  const taken = usual[choice.option % Math.max(1, usual.length)]?.id;
  const id = choice.other && other !== null ? other : (taken ?? other);
  if (id === null || id === undefined) return {};
  if (question.prefix === 'm_' && id !== other) {
    // Two options in every second choice, where that does not take them all.
    const next = usual[(choice.option + 1) % Math.max(1, usual.length)]?.id;
    const several = choice.option % 2 === 1 && usual.length > 2 && next !== undefined;
    return { [key]: several ? [String(id), String(next)] : [String(id)] };
  }
  const value = question.prefix === 'm_' ? [String(id)] : String(id);
  if (id !== other) return { [key]: value };
  return { [key]: value, [`${question.otherPrefix}${id}`]: `${choice.text} ${id}` };
}

/** Dates and times at their limits: a leap day, the last day of a year, the first. */
const dates: readonly Readonly<Record<string, string>>[] = [
  { day: '29', month: '2', year: '2024', hr: '11', min: '45', ampm: 'PM', cal: '2024-02-29' },
  { day: '31', month: '12', year: '1999', hr: '12', min: '59', ampm: 'AM', cal: '1999-12-31' },
  { day: '1', month: '1', year: '2000', hr: '1', min: '0', ampm: 'AM', cal: '2000-01-01' },
];

/** The rendered inputs say which parts a date question has. */
function dateTo(question: QuestionView, { option }: AnswerChoice): SubmitBody {
  const parts = dates[option % dates.length] ?? {};
  const body: Record<string, string> = {};
  for (const name of question.inputs) {
    const part = /^dt_([a-z]+)_\d+$/.exec(name)?.[1];
    const value = part === undefined ? undefined : parts[part];
    if (value !== undefined) body[name] = value;
  }
  return body;
}
