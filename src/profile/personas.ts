import type { Profile } from './profile.ts';

type Traits = Profile['respondent'];

/** What respondents of one persona do: as all, but for what the persona says itself. */
export function traitsOf(all: Traits, { weight: _, answers, badLuck, ...own }: Traits['personas'][string]): Traits {
  const surveys = new Set([...Object.keys(all.answers), ...Object.keys(answers)]);
  return {
    ...all,
    ...said(own),
    badLuck: { ...all.badLuck, ...said(badLuck) },
    answers: Object.fromEntries([...surveys].map((id) => [id, { ...all.answers[id], ...answers[id] }])),
  };
}

/** What is not left to `respondent`. */
export function said<Own extends object>(own: Own): { [Key in keyof Own]?: NonNullable<Own[Key]> };
export function said(own: object): object {
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
}
