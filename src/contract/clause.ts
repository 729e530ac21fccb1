import { type SectionId, sections } from './sections.ts';

/** What a clause rests on (design, How a run is judged); PINNED and UNSTATED arise only at run time. */
export type ClauseBasis = `DOCUMENT §${string}` | `EXAMPLE §${string}` | `RFC ${number}` | 'SANITY';

/** Names a clause in results, baselines and on the command line; `judging/clauses.ts` lists them. Never reused. */
export type ClauseId = string;

/** `must` fails a run; `should` only deviates; `silent` is recorded and never judged. */
export type ClauseLevel = 'must' | 'should' | 'silent';

export type Harm = 'answers' | 'outage' | 'form';

/** One testable statement, in our own words. */
export interface Clause {
  readonly section: SectionId;
  /** The statement of `docs/service.md` that it rests on. */
  readonly anchor: string;
  readonly title: string;
  readonly level: ClauseLevel;
  readonly basis: ClauseBasis;
  /** What is looked at: `every answer`, `walks`, … */
  readonly scope: string;
  /** The probes that provoke what it is about, by id; empty where any answer shows it. */
  readonly probes: readonly string[];
  /** Why it may fail a run, or why it may not; empty where the sentence leaves no doubt. */
  readonly why: string;
  /** Clauses with one topic break together: one follows from the other. Empty for a topic of its own. */
  readonly topic: string;
  /** Topics that it follows from: where one of them is broken too, it is no problem of its own. */
  readonly follows: readonly string[];
  /** `answers`: they are lost, changed or somebody else's; `outage`: there is no answer; `form`: of answers, and all else. */
  readonly harm: Harm;
  /** Whether no single answer breaks it. */
  readonly ofSeveralAnswers: boolean;
  /** Whether what is found differs with what a respondent gave: its violations are told apart by what was expected alone. */
  readonly variesByAnswers: boolean;
  /** What is wrong when it is broken, in plain words: the title of its problem. Empty: the statement is named. */
  readonly broken: string;
}

/** What a clause may say beside its statement. */
export type ClauseNotes = Partial<Omit<Clause, 'section' | 'anchor' | 'title' | 'level' | 'basis'>>;

function clause(
  section: SectionId,
  anchor: string,
  title: string,
  level: ClauseLevel,
  basis: ClauseBasis,
  {
    probes = [],
    why = '',
    topic = '',
    follows = [],
    harm = 'form',
    ofSeveralAnswers = false,
    variesByAnswers = false,
    broken = '',
    scope = probes.length > 0 ? 'probes' : 'every answer',
  }: ClauseNotes,
): Clause {
  const notes = { scope, probes, why, topic, follows, harm, ofSeveralAnswers, variesByAnswers, broken };
  return { section, anchor, title, level, basis, ...notes };
}

/** A promise of the document's prose or tables, under every reasonable reading. */
export function must(section: SectionId, anchor: string, title: string, notes: ClauseNotes = {}): Clause {
  return clause(section, anchor, title, 'must', `DOCUMENT §${sections[section]}`, notes);
}

/** A reading of the document that is natural but not compelled by its words. */
export function should(section: SectionId, anchor: string, title: string, notes: ClauseNotes = {}): Clause {
  return clause(section, anchor, title, 'should', `DOCUMENT §${sections[section]}`, notes);
}

/** What only a sample of the document shows. */
export function sample(section: SectionId, anchor: string, title: string, notes: ClauseNotes = {}): Clause {
  return clause(section, anchor, title, 'should', `EXAMPLE §${sections[section]}`, notes);
}

/** What an RFC that the document builds on demands. */
export function rfc(
  rfcNumber: number,
  section: SectionId,
  anchor: string,
  title: string,
  notes: ClauseNotes = {},
): Clause {
  return clause(section, anchor, title, 'must', `RFC ${rfcNumber}`, notes);
}

/** What no service of any design may do, whatever its document says. */
export function sane(section: SectionId, anchor: string, title: string, notes: ClauseNotes = {}): Clause {
  return clause(section, anchor, title, 'must', 'SANITY', notes);
}

/** Poor form that no document needs to forbid; it deviates and does not fail. */
export function saneShould(section: SectionId, anchor: string, title: string, notes: ClauseNotes = {}): Clause {
  return clause(section, anchor, title, 'should', 'SANITY', notes);
}
