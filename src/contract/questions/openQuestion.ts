import type { SectionId } from '../clause.ts';
import { type StandardErrorStatus, standardErrors } from '../serviceErrors.ts';

/** What the service may choose where the document leaves it open. */
export interface Alternative<Value extends string = string> {
  readonly value: Value;
  /** A sentence that the document's author could paste if the service does this. */
  readonly title: string;
}

/** A place where the document is silent or contradicts itself. */
export interface OpenQuestion<Value extends string = string> {
  readonly section: SectionId;
  readonly question: string;
  /** What the document says, omits or contradicts. */
  readonly why: string;
  /** What the reference service does stands first, where it does one of them. */
  readonly alternatives: readonly Alternative<Value>[];
  /** For answers that are measured (a number, a text of the service): the sentence, `{value}` for what was seen. */
  readonly measured?: string;
  /** The answer depends on chance (which of two requests comes first): it is shown, and never pinned. */
  readonly varies?: true;
}

type Answer<Value extends string = string> = Alternative<Value> | { readonly measured: string };

/** What else there is to say of a question, in a row of the catalogue. */
type Part = Answer | Pick<OpenQuestion, 'why'> | { readonly varies: true } | Served;
type ValueOf<P> = P extends Alternative<infer Value> ? Value : never;

/** The reference service can do it in each way: by which variant, and by which values where not each is an alternative. */
interface Served<Name extends string = string, Value extends string = string> {
  readonly variant: Name;
  readonly values?: readonly Value[];
}

type ServedIn<Parts extends readonly Part[]> = Extract<Parts[number], Served>;

/** A row of the catalogue: what is asked, who serves it, `why` it is open, and the answers that there may be. */
export function open<const Parts extends readonly Part[]>(
  section: SectionId,
  question: string,
  parts: Parts,
): OpenQuestion<ValueOf<Parts[number]>> & ([ServedIn<Parts>] extends [never] ? unknown : ServedIn<Parts>) {
  const alternatives = parts.filter((part) => 'value' in part);
  return Object.assign({ section, question, why: '', alternatives }, ...parts.filter((part) => !('value' in part)));
}

/** The variant of the reference service that answers. @param values those of it, where it has not each alternative */
export function served<const Name extends string>(variant: Name): { readonly variant: Name };
export function served<const Name extends string, const Value extends string>(
  variant: Name,
  ...values: readonly Value[]
): Required<Served<Name, Value>>;
export function served(variant: string, ...values: readonly string[]): Served {
  return values.length === 0 ? { variant } : { variant, values };
}

export function why(words: string): Pick<OpenQuestion, 'why'> {
  return { why: words };
}

/** An alternative; `title` is the sentence to paste. */
export function option<const Value extends string>(value: Value, title: string): Alternative<Value> {
  return { value, title };
}

/** An answer that none of the alternatives foresees: `{value}` for what was seen. */
export function measured(sentence: string): { readonly measured: string } {
  return { measured: sentence };
}

export const varies = { varies: true } as const;

/** Answers that are measured: one sentence for all, `{value}` for what was seen. @param values those that are expected */
export function measuredAs<const Value extends string>(sentence: string, ...values: readonly Value[]): Answer<Value>[] {
  return [...values.map((value) => option(value, sentence.replace('{value}', value))), measured(sentence)];
}

/** Which of the documented errors something gets: `An unknown survey gives`. */
export function errorAs<const Status extends StandardErrorStatus>(
  what: string,
  ...statuses: readonly Status[]
): Answer<`${Status}`>[] {
  const named = statuses.map((status) => option(`${status}`, `${what} ${status}, id ${standardErrors[status].id}.`));
  return [...named, measured(`${what} {value}.`)];
}
