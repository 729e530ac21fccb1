import Type from 'typebox';

/** What can stand still, or jump. */
export const AbsenceKind = Type.Union([
  /** Nothing of this process ran: a stop signal, a frozen container, no processor time. */
  Type.Literal('process'),
  /** One of its threads did not run, and others did. */
  Type.Literal('thread'),
  /** The machine slept: its monotonic clock did not count the time. */
  Type.Literal('machine'),
  /** A clock went on by more than there was time: it was set, or the machine was stopped from outside. */
  Type.Literal('clock'),
  /** The wall clock was set back. */
  Type.Literal('clock-back'),
]);
export type AbsenceKind = Type.Static<typeof AbsenceKind>;

/** Time in which whoever generates a load was not there, or that the clocks of its machine do not agree about. */
export const Absence = Type.Object({
  what: AbsenceKind,
  /** When it began, seconds since the start of the run. */
  atSecond: Type.Number({ minimum: 0 }),
  seconds: Type.Number({ minimum: 0 }),
});
export type Absence = Type.Static<typeof Absence>;

/** So many are kept, the longest: a run of days on a machine that sleeps needs no more. */
const mostKept = 50;

/**
 * Absences of several threads or machines as one list, in the order in which they began: those of one kind that overlap
 * are one, as threads of a process stop together.
 */
export function mergedAbsences(all: readonly Absence[]): Absence[] {
  const merged: Absence[] = [];
  for (const each of all.toSorted((a, b) => a.atSecond - b.atSecond || (a.what < b.what ? -1 : 1))) {
    const at = merged.findLastIndex(({ what, atSecond, seconds }) => {
      return what === each.what && each.atSecond <= atSecond + seconds;
    });
    const known = merged[at];
    if (known === undefined) merged.push({ ...each });
    else {
      const endSecond = Math.max(known.atSecond + known.seconds, each.atSecond + each.seconds);
      merged[at] = { ...known, seconds: endSecond - known.atSecond };
    }
  }
  if (merged.length <= mostKept) return merged;
  const shortest = merged.map(({ seconds }) => seconds).sort((a, b) => b - a)[mostKept - 1] ?? 0;
  return merged.filter(({ seconds }) => seconds >= shortest).slice(0, mostKept);
}
