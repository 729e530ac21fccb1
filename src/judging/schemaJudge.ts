import Type, { type TSchema } from 'typebox';
import { type ShapeClause, shapeClauseOf } from '../contract/clause.ts';
import { isRecord, type Json, parseJson } from '../contract/jsonShape.ts';
import { validatorOf } from '../contract/validatorOf.ts';
import { Findings } from './findings.ts';
import { remembered } from './memoised.ts';
import type { Actual } from './mismatch.ts';
import { isNoUrl } from './reading/sentValues.ts';

/** A schema of the contract, ready to judge: its clauses where they stand in it. */
export interface Shape {
  readonly clause: ShapeClause | null;
  /** In words: `a string or null`. */
  readonly kind: string;
  /** The kind of the node alone where clauses stand below it, else the whole of it. */
  readonly check: (value: unknown) => boolean;
  readonly optional: boolean;
  readonly members: readonly (readonly [name: string, shape: Shape])[];
  readonly items: Shape | null;
  /** Whether a clause stands below. */
  readonly hasInner: boolean;
}

/** Makes a schema ready to judge by; once for each schema, when the module is loaded. */
export function shapeOf(schema: TSchema): Shape {
  const members = Type.IsObject(schema)
    ? Object.entries(schema.properties).map(([name, member]) => [name, shapeOf(member)] as const)
    : [];
  const items = Type.IsArray(schema) ? shapeOf(schema.items) : null;
  const hasInner = [...members.map(([, member]) => member), ...(items === null ? [] : [items])].some(
    (inner) => inner.clause !== null || inner.hasInner,
  );
  return {
    clause: shapeClauseOf(schema),
    kind: kindOf(schema),
    check: !hasInner ? isWhole(schema) : items === null ? isRecord : isArrayOfRecords,
    optional: Type.IsOptional(schema),
    members,
    items,
    hasInner,
  };
}

function isWhole(schema: TSchema): (value: unknown) => boolean {
  const validator = validatorOf(schema);
  return (value) => validator().Check(value);
}

/** An element that is no object has no member that could be judged: then the array is wrong. */
function isArrayOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord);
}

function kindOf(schema: TSchema): string {
  if (Type.IsUnion(schema)) return schema.anyOf.map(kindOf).join(' or ');
  if (Type.IsLiteral(schema)) return `\`${String(schema.const)}\``;
  if (Type.IsArray(schema)) return Type.IsString(schema.items) ? 'an array of strings' : 'an array';
  if (Type.IsObject(schema)) return 'an object';
  if (Type.IsInteger(schema)) return 'an integer';
  if (Type.IsNumber(schema)) return 'a number';
  if (Type.IsBoolean(schema)) return 'a boolean';
  if (Type.IsNull(schema)) return 'null';
  return Type.IsString(schema) ? 'a string' : 'present';
}

/**
 * Judges every clause of a shape against one value. What stands below a node that is itself broken is not looked at:
 * one defect, one violation.
 *
 * @param requestPath of the request, which some ids must be those of.
 * @param path of the value in the body, for the violation.
 * @param inBroken what was found in place of the object that should hold the value, where that is none.
 * @returns whether all of it holds.
 */
export function judgeShape(
  findings: Findings,
  requestPath: string,
  shape: Shape,
  value: unknown,
  path: string,
  inBroken: Actual | null = null,
): boolean {
  const { clause } = shape;
  if (clause !== null) {
    // Nearly all nodes are as they should be: words are made for the others alone.
    if (!shape.check(value)) {
      const wrong = wrongPart(shape, value, path);
      findings.fail(clause.id, { kind: wrong.kind }, inBroken ?? { value: wrong.value, at: wrong.at }, wrong.at);
      return false;
    }
    findings.pass(clause.id);
    if (!judgeRefinement(findings, requestPath, clause, value, path)) return false;
  } else if (!shape.hasInner) return shape.optional && value === undefined ? true : shape.check(value);
  let whole = true;
  if (shape.items !== null && Array.isArray(value)) {
    for (const item of value) whole = judgeShape(findings, requestPath, shape.items, item, `${path}[]`) && whole;
  }
  if (shape.members.length === 0) return whole;
  const members: Json = isRecord(value) ? value : {};
  const broken = isRecord(value) || path === '' ? null : (inBroken ?? { value, at: path });
  for (const [name, member] of shape.members) {
    const inner = Object.hasOwn(members, name) ? members[name] : undefined;
    if (inner === undefined && member.optional) continue;
    whole = judgeShape(findings, requestPath, member, inner, path === '' ? name : `${path}.${name}`, broken) && whole;
  }
  return whole;
}

/** Nobody hears what is found. */
class Unheard extends Findings {
  pass(): void {}
  fail(): void {}
}

/** Whether a value is as a shape has it, which nobody is told. */
export function isOfShape(shape: Shape, value: unknown): boolean {
  return judgeShape(new Unheard(), '', shape, value, '');
}

/** What of a value is not of its kind: of an object the member that is wrong, where no clause of its own tells of it. */
function wrongPart(shape: Shape, value: unknown, at: string): { kind: string; value: unknown; at: string } {
  if (isRecord(value)) {
    for (const [name, member] of shape.members) {
      const inner = Object.hasOwn(value, name) ? value[name] : undefined;
      const isLeftOut = inner === undefined && member.optional;
      if (!isLeftOut && !member.check(inner)) return wrongPart(member, inner, `${at}.${name}`);
    }
  }
  return { kind: shape.kind, value, at };
}

function judgeRefinement(
  findings: Findings,
  requestPath: string,
  { id, form, idAfter }: ShapeClause,
  value: unknown,
  path: string,
): boolean {
  if (form !== undefined && typeof value === 'string') {
    const { matches, words } = forms[form];
    const holds = matches(value);
    if (holds) findings.pass(id);
    else findings.fail(id, { kind: words }, { value, at: path }, path);
    return holds;
  }
  if (idAfter === undefined) return true;
  const wanted = new RegExp(`/${idAfter}/(-?\\d+)`).exec(requestPath)?.[1];
  if (wanted === undefined) return true;
  const expected = { value: wanted, words: `${path} ${wanted}, as in the path` };
  return findings.expect(id, value === Number(wanted), expected, { value, at: path }, path);
}

/** In whatever language and letters the month is written: English ones have three, as `Mon` has. */
const timestampForm =
  /^(?:0[1-9]|[12]\d|3[01]) (?!(?:January|February|March|April|June|July|August|Sept(?:ember)?|October|November|December),)\p{L}[\p{L}\p{M}.]*, \d{4} (?:0[1-9]|1[0-2]):[0-5]\d:[0-5]\d (?:AM|PM) \S.*$/u;
const ipv4Form = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

const forms = {
  /** Absolute, or relative to the host. */
  url: {
    matches: remembered(
      (text) => text !== '' && !/\s/.test(text) && !isNoUrl(text) && URL.canParse(text, 'http://host'),
    ),
    words: 'a URL',
  },
  /** Empty where nobody gave an address. */
  ipv4: { matches: (text: string) => text === '' || ipv4Form.test(text), words: 'in IPv4 format' },
  json: { matches: remembered((text) => parseJson(text) !== undefined), words: 'JSON text' },
  timestamp: { matches: (text: string) => timestampForm.test(text), words: 'DD Mon, YYYY hh:mm:ss AM/PM <zone>' },
} as const;

/** As `shape`, judging members where they are shown only: their absence is another sentence's matter. */
export function whereShown(shape: Shape): Shape {
  const members = shape.members.map(([name, member]) => [name, { ...whereShown(member), optional: true }] as const);
  return { ...shape, members, items: shape.items === null ? null : whereShown(shape.items) };
}

/** As `shape`, the items of a member left to who judges each by itself. */
export function withoutItems(shape: Shape, member: string): Shape {
  const members = shape.members.map(
    ([name, inner]) => [name, name === member ? { ...inner, items: null } : inner] as const,
  );
  return { ...shape, members };
}

/** Paths of the members that a value should have and has not; nothing is said of what stands below an absent one. */
export function missingMembers(shape: Shape, value: unknown, path = ''): readonly string[] {
  if (shape.items !== null && Array.isArray(value)) {
    const { items } = shape;
    return [...new Set(value.flatMap((item) => missingMembers(items, item, `${path}[]`)))];
  }
  const given: Json = isRecord(value) ? value : {};
  return shape.members.flatMap(([name, member]) => {
    const inner = Object.hasOwn(given, name) ? given[name] : undefined;
    const at = path === '' ? name : `${path}.${name}`;
    if (inner === undefined) return member.optional ? [] : [at];
    return isRecord(inner) || Array.isArray(inner) ? missingMembers(member, inner, at) : [];
  });
}

/** The clauses of a shape, in their order. */
export function clausesIn(shape: Shape): readonly ShapeClause[] {
  const inner = [...shape.members.map(([, member]) => member), ...(shape.items === null ? [] : [shape.items])];
  return [...(shape.clause === null ? [] : [shape.clause]), ...inner.flatMap(clausesIn)];
}
