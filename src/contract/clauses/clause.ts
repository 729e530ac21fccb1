import { type SectionId, sections } from '../sections.ts';

/** What a clause rests on (design, How a run is judged); PINNED and UNSTATED arise only at run time. */
export type ClauseBasis = `DOCUMENT §${string}` | `EXAMPLE §${string}` | `RFC ${number}` | 'SANITY';

/** `must` fails a run; `should` only deviates; `silent` is recorded and never judged. */
export type ClauseLevel = 'must' | 'should' | 'silent';

/** One testable statement, in our own words. */
export interface Clause {
  readonly section: SectionId;
  readonly title: string;
  readonly level: ClauseLevel;
  readonly basis: ClauseBasis;
}

/** A promise of the document's prose or tables. */
export function must(section: SectionId, title: string): Clause {
  return { section, title, level: 'must', basis: `DOCUMENT §${sections[section]}` };
}

/** A reading of the document that is natural but not compelled by its words. */
export function should(section: SectionId, title: string): Clause {
  return { section, title, level: 'should', basis: `DOCUMENT §${sections[section]}` };
}

/** What only a sample of the document shows. */
export function sample(section: SectionId, title: string): Clause {
  return { section, title, level: 'should', basis: `EXAMPLE §${sections[section]}` };
}

/** What an RFC that the document builds on demands. */
export function rfc(rfcNumber: number, section: SectionId, title: string): Clause {
  return { section, title, level: 'must', basis: `RFC ${rfcNumber}` };
}

/** What no service may do, whatever its document says. */
export function sane(title: string): Clause {
  return { section: 'sanity', title, level: 'must', basis: 'SANITY' };
}

/** As `sane`, of something that a section of the document names. */
export function saneIn(section: SectionId, title: string): Clause {
  return { ...sane(title), section };
}

/** Poor form that no document needs to forbid; it deviates and does not fail. */
export function saneShould(title: string): Clause {
  return { section: 'sanity', title, level: 'should', basis: 'SANITY' };
}

/** As `saneShould`, of something that a section of the document names. */
export function saneShouldIn(section: SectionId, title: string): Clause {
  return { ...saneShould(title), section };
}
