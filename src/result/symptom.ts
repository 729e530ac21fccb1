import Type from 'typebox';

/** What is due of the head of an answer: JSON by its type, a session, one that nobody else has, the same session cookie as before, one that is guarded, one that comes back, no API key; and of its body that it carries no key and no session. */
export const HeadDue = Type.Enum([
  'json',
  'session',
  'own-session',
  'same-cookie',
  'http-only',
  'usable-cookie',
  'no-key',
  'body-without-secrets',
]);
export type HeadDue = Type.Static<typeof HeadDue>;

/**
 * What came in place of what was due, in a closed vocabulary (`judging/classifyAnswer.ts`), from the most exact word that
 * holds for each occurrence to the most general: `first-page`, `earlier-page`, `page`. The last one tells violations apart
 * as they are counted; the first one is the end of their id.
 */
export const Came = Type.Array(Type.String(), { minItems: 1 });
export type Came = readonly Type.Static<typeof Came>[number][];

/**
 * What a violation is about, as data, as far as its words are made of it: what was due (an HTTP status, a page by the
 * ids of its questions as `103, 104`, a kind of value as `a string or null`, a value, something of the
 * head, a parameter of a link as `name` or `name=value`), the value that was found where it stands in the body (the member in question, or what stood in place of the
 * object that should hold it), and what came in place of the whole answer. Values are JSON for people, redacted and cut as `actual` is; `null` is an absent one.
 */
export const Symptom = Type.Object({
  due: Type.Optional(
    Type.Union([
      Type.Object({ httpStatus: Type.Integer() }),
      Type.Object({ page: Type.String() }),
      Type.Object({ kind: Type.String() }),
      Type.Object({ value: Type.String() }),
      Type.Object({ head: HeadDue }),
      Type.Object({ parameter: Type.String() }),
    ]),
  ),
  /** Text of a completion that no list of records shows: a script looks for it. */
  lookedFor: Type.Optional(Type.String()),
  /** Many answers of a run show it, all together: the one in the witness is the last of them. */
  together: Type.Optional(Type.Literal(true)),
  /** It was so each time that the same thing was shown: it is told once, and says nothing of how often it was looked at. */
  eachTime: Type.Optional(Type.Literal(true)),
  found: Type.Optional(Type.Object({ path: Type.String(), value: Type.Union([Type.String(), Type.Null()]) })),
  came: Type.Optional(Came),
  /** How often each of what came did, by its words from the most exact on: `first-page earlier-page page`. */
  cameTimes: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
export type Symptom = Type.Static<typeof Symptom>;

/** What is said of both of two occurrences. They are of one kind, so the most general word is left at least. */
export function commonCame(one: Came, other: Came): string[] {
  return one.filter((word) => other.includes(word));
}

/** What came as the name that it is counted under. */
export function cameName(came: Came): string {
  return came.join(' ');
}

/** What is said of all occurrences. @param times how often each came, by its name; at least one did */
export function commonOf(times: Readonly<Record<string, number>>): string[] {
  const [first = [], ...others] = Object.keys(times).map((name) => name.split(' '));
  return others.reduce(commonCame, first);
}

/** One occurrence, as those are counted. */
export function onceOf(came: Came | undefined): Record<string, number> | undefined {
  return came === undefined ? undefined : { [cameName(came)]: 1 };
}
