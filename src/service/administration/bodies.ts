import type { TSchema } from 'typebox';
import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { CreateResponseRequest } from '../../contract/administrationSchemas.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import type { Variants } from '../variants.ts';

/** Bodies as they may come; what is mandatory is open for all but POST responses (service.md#endpoint-mandatory). */
const DepartmentBody = Type.Object({
  name: Type.Optional(Type.String()),
  // Beyond these a number of JSON is not the number that was written.
  primaryAccountID: Type.Optional(Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })),
});
const TemplateBody = Type.Object({
  isGlobal: Type.Optional(Type.Boolean()),
  title: Type.Optional(Type.String()),
  emailSubject: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
});
const DatapadBody = Type.Object({ analysisHtmlText: Type.Optional(Type.String()) });

/** Reads a parsed body: its documented members alone, or undefined when it is wrong. */
type BodyReader<Body> = (body: unknown, variants: Variants) => Body | undefined;

export const departmentBody = readerOf<Type.Static<typeof DepartmentBody>>(DepartmentBody, DepartmentBody.properties);
export const templateBody = readerOf<Type.Static<typeof TemplateBody>>(TemplateBody, TemplateBody.properties);
export const datapadBody = readerOf<Type.Static<typeof DatapadBody>>(DatapadBody, DatapadBody.properties);
export const responseBody = readerOf<CreateResponseRequest>(CreateResponseRequest, CreateResponseRequest.properties);

function readerOf<Body>(type: TSchema, members: Readonly<Record<string, unknown>>): BodyReader<Body> {
  const compiled = Compile(type);
  return (body, variants) => {
    if (!compiled.Check(body)) return undefined;
    const unknown = Object.keys(Object(body)).some((member) => !Object.hasOwn(members, member));
    if (unknown && variants.unknownMembers === '400') return undefined;
    return documented(type, body) as Body;
  };
}

/** Of a value that its schema takes: the members that it names, at any depth. */
function documented(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map((each) => documented(schema.items, each));
  const { properties } = schema;
  if (!isRecord(value) || !isRecord(properties)) return value;
  const named = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(named.map(([name, each]) => [name, documented(properties[name], each)]));
}
