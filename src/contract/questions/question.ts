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

/** An alternative; `title` is the sentence to paste. */
export function option(value: string, title: string): Alternative {
  return { value, title };
}

/** Answers that are measured: one sentence for all, `{value}` for what was seen. @param values those that are expected */
export function measuredAs(measured: string, ...values: readonly string[]) {
  return { alternatives: values.map((value) => option(value, measured.replace('{value}', value))), measured };
}

/** Which of the documented errors something gets: `An unknown survey gives`. */
export function errorAs(what: string, ...statuses: readonly StandardErrorStatus[]) {
  const alternatives = statuses.map((status) =>
    option(String(status), `${what} ${status}, id ${standardErrors[status].id}.`),
  );
  return { alternatives, measured: `${what} {value}.` };
}
