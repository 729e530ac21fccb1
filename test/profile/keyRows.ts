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
  /** The commands that read it, beside `profile check`, which reads every key. */
  readonly readers: string;
  /** A value that shows it: its first example, or what it is by default. */
  readonly example: unknown;
}

/** Every key within a shape, in the order of the schema. @param above the commands that read what it stands in */
export function keyRows(shape: Shape, key: string, above = 'all'): KeyRow[] {
  const { readBy: readers = above } = shape;
  const row = (type: string): KeyRow => rowOf(shape, key, type, readers);
  if (shape.discriminator?.propertyName === 'distribution') return [row('[distribution](#distributions)')];
  if (shape.discriminator !== undefined) return variantRows(shape, key, readers);
  if (shape.properties !== undefined) {
    return Object.entries(shape.properties).flatMap(([name, member]) => keyRows(member, `${key}.${name}`, readers));
  }
  const members = [shape.items, ...(shape.items?.anyOf ?? [])].filter((each) => each?.properties !== undefined);
  return [
    row(typeOf(shape)),
    ...members.flatMap((each) => (each === undefined ? [] : keyRows(each, `${key}[]`, readers))),
  ];
}

/** The keys of all variants: those that are alike once, the others once for each variant. */
function variantRows(shape: Shape, key: string, readers: string): KeyRow[] {
  const tag = shape.discriminator?.propertyName ?? '';
  const variants = shape.anyOf ?? [];
  const tags = variants.map(({ properties }) => String(properties?.[tag]?.const));
  const standard = variants.map(({ properties }) => properties?.[tag]?.default).find((each) => each !== undefined);
  const meaning = variants.map(({ description }, at) => `\`${tags[at]}\`: ${description}`).join('; ');
  const ofTag = { type: tags.join(' or '), standard: yaml(standard), meaning, readers, example: standard };
  const rows: KeyRow[] = [{ key: `${key}.${tag}`, ...ofTag }];
  for (const name of new Set(variants.flatMap(({ properties }) => Object.keys(properties ?? {})))) {
    if (name === tag) continue;
    const members = variants.map(({ properties }) => properties?.[name]);
    const alike = members.every((each) => JSON.stringify(each) === JSON.stringify(members[0]));
    members.forEach((member, at) => {
      if (member === undefined || (alike && at > 0)) return;
      const of = alike ? '' : `(${tags[at]}) `;
      rows.push(
        ...keyRows(member, `${key}.${name}`, readers).map((each) => ({ ...each, meaning: `${of}${each.meaning}` })),
      );
    });
  }
  return rows;
}

function rowOf(shape: Shape, key: string, type: string, readers: string): KeyRow {
  const { default: usual, description: meaning = '', examples = [] } = shape;
  const standard = usual === undefined ? null : yaml(usual);
  return { key, type, standard, meaning, readers, example: examples[0] ?? usual };
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
