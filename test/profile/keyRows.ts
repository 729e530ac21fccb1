import { type Shape, wants } from '../../src/profile/schemaWords.ts';

/** A key of the profile as the reference shows it. */
export interface KeyRow {
  /** From the top: `load.stages[].ramp`. */
  readonly key: string;
  /** What it holds, with its unit where the name of the key states none. */
  readonly type: string;
  /** As YAML; `null` when the key must be given. */
  readonly standard: string | null;
  readonly meaning: string;
}

/** Every key within a shape, in the order of the schema. */
export function keyRows(shape: Shape, key: string): KeyRow[] {
  if (shape.discriminator?.propertyName === 'distribution') return [row(shape, key, '[distribution](#distributions)')];
  if (shape.discriminator !== undefined) return variantRows(shape, key);
  if (shape.properties !== undefined) {
    return Object.entries(shape.properties).flatMap(([name, member]) => keyRows(member, `${key}.${name}`));
  }
  const members = [shape.items, ...(shape.items?.anyOf ?? [])].filter((each) => each?.properties !== undefined);
  return [
    row(shape, key, typeOf(shape)),
    ...members.flatMap((each) => (each === undefined ? [] : keyRows(each, `${key}[]`))),
  ];
}

/** The keys of all variants: those that are alike once, the others once for each variant. */
function variantRows(shape: Shape, key: string): KeyRow[] {
  const tag = shape.discriminator?.propertyName ?? '';
  const variants = shape.anyOf ?? [];
  const tags = variants.map(({ properties }) => String(properties?.[tag]?.const));
  const standard = variants.map(({ properties }) => properties?.[tag]?.default).find((each) => each !== undefined);
  const meaning = variants.map(({ description }, at) => `\`${tags[at]}\`: ${description}`).join('; ');
  const rows: KeyRow[] = [{ key: `${key}.${tag}`, type: tags.join(' or '), standard: yaml(standard), meaning }];
  for (const name of new Set(variants.flatMap(({ properties }) => Object.keys(properties ?? {})))) {
    if (name === tag) continue;
    const members = variants.map(({ properties }) => properties?.[name]);
    const alike = members.every((each) => JSON.stringify(each) === JSON.stringify(members[0]));
    members.forEach((member, at) => {
      if (member === undefined || (alike && at > 0)) return;
      const of = alike ? '' : `(${tags[at]}) `;
      rows.push(...keyRows(member, `${key}.${name}`).map((each) => ({ ...each, meaning: `${of}${each.meaning}` })));
    });
  }
  return rows;
}

function row(shape: Shape, key: string, type: string): KeyRow {
  return {
    key,
    type,
    standard: shape.default === undefined ? null : yaml(shape.default),
    meaning: shape.description ?? '',
  };
}

function typeOf(shape: Shape): string {
  if (shape.type === 'array') {
    const least = shape.minItems === undefined ? '' : `at least ${shape.minItems}`;
    const item = shape.items?.properties === undefined ? wants(shape.items ?? {}) : 'a mapping';
    return `list of ${bare(item)}${least === '' ? '' : `, ${least}`}`;
  }
  const [pattern] = Object.values(shape.patternProperties ?? {});
  if (pattern !== undefined) return `mapping to ${bare(pattern.type === 'array' ? 'lists of ids' : wants(pattern))}`;
  return bare(wants(shape));
}

function bare(text: string): string {
  return text.replace(/\b(?:a|an) (?=whole|number|text|mapping|list)/g, '');
}

/** A value as YAML in one line. */
export function yaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yaml).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${yaml(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (typeof value === 'string') return /^[\w./-]+$/.test(value) ? value : JSON.stringify(value);
  return String(value);
}

/** Which commands read a key; the longest prefix counts. Beside them `profile check` reads every key. */
const readers: Readonly<Record<string, string>> = {
  name: 'all',
  extends: 'all',
  seed: 'all',
  target: 'all',
  'target.rateBudget': 'load, capacity, duet',
  surveys: 'all',
  'surveys.missing': 'conform',
  admin: 'load, conform, duet',
  'admin.regenerateKey': 'conform',
  respondent: 'load, capacity, duet',
  'respondent.learn': 'load, capacity',
  'respondent.answers': 'all',
  'respondent.allocationTotal': 'all',
  load: 'load, duet',
  'load.arrivals': 'load, capacity, duet',
  'load.maxRespondents': 'load, capacity, duet',
  'load.connections': 'load, capacity, duet',
  'load.workers': 'load, capacity',
  'load.gracefulStopSeconds': 'load, capacity, duet',
  'load.adminMix': 'load, capacity',
  duet: 'duet',
  thresholds: 'load, duet',
  capacity: 'capacity',
  conform: 'conform',
  audit: 'load, duet',
  'audit.enabled': 'load, conform, duet',
  output: 'all',
  'output.har': 'load, conform',
};

export const readerPrefixes: readonly string[] = Object.keys(readers);

/** The commands that read a key. @throws Error for a key that nobody has thought of. */
export function readersOf(key: string): string {
  const [prefix] = readerPrefixes
    .filter((each) => key === each || key.startsWith(`${each}.`) || key.startsWith(`${each}[`))
    .toSorted((a, b) => b.length - a.length);
  const found = readers[prefix ?? ''];
  if (found === undefined) throw new Error(`nothing says which command reads ${key}`);
  return found;
}
