import { sections } from '../contract/clause.ts';

const titles = new Map<string, string>(Object.entries(sections));

/** The document's order of sections; sections that this version does not know come last. */
export function sectionOrder(found: readonly string[]): string[] {
  const known = [...titles.keys()];
  return [...known.filter((id) => found.includes(id)), ...found.filter((id) => !known.includes(id))];
}

/** The title of a section of the document; its id when this version does not know it. */
export function sectionTitle(section: string): string {
  return titles.get(section) ?? section;
}
