import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Where `*`, `+` and `{n,}` end: nobody types more of the same. */
const mostRepeated = 10;
/** As long as any text that respondents give; what is longer is a slip. */
export const longestText = 9000;
const printable: readonly (readonly [number, number])[] = [[0x20, 0x7e]];

/** Which of `count` ways is taken. */
type Draw = (count: number) => number;

const parsed = new Map<string, AST.Pattern>();

function parse(source: string): AST.Pattern {
  let pattern = parsed.get(source);
  if (pattern === undefined) {
    pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, { unicode: true });
    parsed.set(source, pattern);
  }
  return pattern;
}

/** What keeps a pattern from being written to, in words that follow its path; `null` for a good one. */
export function patternProblem(source: string): string | null {
  try {
    const longest = longestOfAny(parse(source).alternatives);
    if (longest > longestText) return `has a pattern that ${longestText} characters are not enough for`;
    textOf(source, () => 0);
    return null;
  } catch (error) {
    if (error instanceof Unwritable) return `has a pattern with ${error.message}, which nobody can write a text for`;
    return 'has a pattern that is no regular expression';
  }
}

/** The most characters that {@link textOf} may write; what is empty counts as one where it is repeated, as that is work, too. */
function longestOfAny(alternatives: readonly AST.Alternative[]): number {
  return Math.max(0, ...alternatives.map(({ elements }) => elements.reduce((sum, each) => sum + longestOf(each), 0)));
}

function longestOf(element: AST.Element): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return longestOfAny(element.alternatives);
    case 'Quantifier':
      return mostTimes(element) * Math.max(1, longestOf(element.element));
    case 'Assertion':
      return 0;
    default:
      return 1;
  }
}

function mostTimes({ min, max }: AST.Quantifier): number {
  return Math.max(min, Math.min(max, min + mostRepeated));
}

class Unwritable extends Error {}

/** A text that a regular expression (of JavaScript, with flag u) matches. @throws Error for one that `patternProblem` names */
export function textOf(source: string, draw: Draw): string {
  return oneOf(parse(source).alternatives, draw);
}

function oneOf(alternatives: readonly AST.Alternative[], draw: Draw): string {
  const chosen = alternatives[draw(alternatives.length)];
  return chosen === undefined ? '' : chosen.elements.map((element) => written(element, draw)).join('');
}

function written(element: AST.Element, draw: Draw): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterSet':
    case 'CharacterClass':
      return among(rangesOf(element), draw);
    case 'Group':
    case 'CapturingGroup':
      return oneOf(element.alternatives, draw);
    case 'Quantifier': {
      const times = element.min + draw(mostTimes(element) - element.min + 1);
      return Array.from({ length: times }, () => written(element.element, draw)).join('');
    }
    case 'Assertion':
      if (element.kind === 'start' || element.kind === 'end') return '';
      throw new Unwritable('a look-around or a word boundary');
    default:
      throw new Unwritable('a back reference or a set of sets');
  }
}

type Ranges = readonly (readonly [number, number])[];

function rangesOf(set: AST.CharacterSet | AST.CharacterClass | AST.ClassRangesCharacterClassElement): Ranges {
  switch (set.type) {
    case 'Character':
      return [[set.value, set.value]];
    case 'CharacterClassRange':
      return [[set.min.value, set.max.value]];
    case 'CharacterClass': {
      if (set.unicodeSets) throw new Unwritable('a set of sets');
      const ranges = set.elements.flatMap(rangesOf);
      return set.negate ? without(ranges) : ranges;
    }
    case 'CharacterSet':
      switch (set.kind) {
        case 'any':
          return printable;
        case 'digit':
          return negated(set.negate, [[0x30, 0x39]]);
        case 'space':
          return negated(set.negate, [[0x20, 0x20]]);
        case 'word':
          return negated(set.negate, [
            [0x30, 0x39],
            [0x41, 0x5a],
            [0x61, 0x7a],
            [0x5f, 0x5f],
          ]);
        default:
          throw new Unwritable('a property of Unicode');
      }
  }
}

function negated(negate: boolean, ranges: Ranges): Ranges {
  return negate ? without(ranges) : ranges;
}

/** What is left of the printable characters of ASCII. */
function without(ranges: Ranges): Ranges {
  const left: [number, number][] = [];
  for (const [first, last] of printable) {
    for (let code = first; code <= last; code++) {
      if (!ranges.some(([low, high]) => code >= low && code <= high)) left.push([code, code]);
    }
  }
  return left;
}

function among(ranges: Ranges, draw: Draw): string {
  let at = draw(ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0));
  for (const [low, high] of ranges) {
    if (at <= high - low) return String.fromCodePoint(low + at);
    at -= high - low + 1;
  }
  throw new Unwritable('a class without a character');
}
