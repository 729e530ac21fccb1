import type { SectionId } from '../clause.ts';
import { type StandardErrorStatus, standardErrors } from '../serviceErrors.ts';

/** What the service may choose where the document leaves it open. */
export interface Alternative {
  readonly value: string;
  /** A sentence that the document's author could paste if the service does this. */
  readonly title: string;
}

/** A place where the document is silent or contradicts itself. */
export interface OpenQuestion {
  readonly section: SectionId;
  readonly question: string;
  /** What the document says, omits or contradicts. */
  readonly why: string;
  readonly alternatives: readonly Alternative[];
  /** For answers that are measured (a number, a text of the service): the sentence, `{value}` for what was seen. */
  readonly measured?: string;
  /** The answer depends on chance (which of two requests comes first): it is shown, and never pinned. */
  readonly varies?: true;
}

/** What else there is to say of a question, in a row of the catalogue. */
type Part = Alternative | Pick<OpenQuestion, 'why'> | { readonly measured: string } | { readonly varies: true };

/** A row of the catalogue: what is asked, then `why` it is open, and the answers that there may be. */
export function open(section: SectionId, question: string, parts: readonly Part[]): OpenQuestion {
  const alternatives = parts.filter((part) => 'value' in part);
  return Object.assign({ section, question, why: '', alternatives }, ...parts.filter((part) => !('value' in part)));
}

export function why(words: string): Part {
  return { why: words };
}

/** An alternative; `title` is the sentence to paste. */
export function option(value: string, title: string): Alternative {
  return { value, title };
}

/** An answer that none of the alternatives foresees: `{value}` for what was seen. */
export function measured(sentence: string): Part {
  return { measured: sentence };
}

export const varies: Part = { varies: true };

/** Answers that are measured: one sentence for all, `{value}` for what was seen. @param values those that are expected */
export function measuredAs(sentence: string, ...values: readonly string[]): Part[] {
  return [...values.map((value) => option(value, sentence.replace('{value}', value))), measured(sentence)];
}

/** Which of the documented errors something gets: `An unknown survey gives`. */
export function errorAs(what: string, ...statuses: readonly StandardErrorStatus[]): Part[] {
  const named = statuses.map((status) => option(String(status), `${what} ${status}, id ${standardErrors[status].id}.`));
  return [...named, measured(`${what} {value}.`)];
}
