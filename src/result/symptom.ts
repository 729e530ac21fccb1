import Type from 'typebox';

/**
 * What a violation is about, as data, as far as its words are made of it: what was due (an HTTP status, a page by the
 * ids of its questions as `103, 104`, a kind of value as `a string or null`, a value), and the value that was found where it stands in the
 * body (the member in question, or what stood in place of the object that should hold it). Values are JSON for people,
 * redacted and cut as `actual` is; `null` is an absent one.
 */
export const Symptom = Type.Object({
  due: Type.Optional(
    Type.Union([
      Type.Object({ httpStatus: Type.Integer() }),
      Type.Object({ page: Type.String() }),
      Type.Object({ kind: Type.String() }),
      Type.Object({ value: Type.String() }),
    ]),
  ),
  found: Type.Optional(Type.Object({ path: Type.String(), value: Type.Union([Type.String(), Type.Null()]) })),
});
export type Symptom = Type.Static<typeof Symptom>;
export type Due = NonNullable<Symptom['due']>;
