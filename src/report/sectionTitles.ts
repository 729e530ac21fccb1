import { sections } from '../contract/clause.ts';

const titles = new Map<string, string>(Object.entries(sections));

/** What is of each section, by its title, in the document's order; sections that this version does not know come last. */
export function bySection<Of extends { readonly section: string }>(all: readonly Of[]): [title: string, its: Of[]][] {
  const found = Map.groupBy(all, ({ section }) => section);
  const inOrder = new Set([...titles.keys(), ...found.keys()]);
  return [...inOrder].flatMap((section) => {
    const its = found.get(section);
    return its === undefined ? [] : [[sectionTitle(section), its]];
  });
}

/** The title of a section of the document; its id when this version does not know it. */
export function sectionTitle(section: string): string {
  return titles.get(section) ?? section;
}
