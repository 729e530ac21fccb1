import { ToolError } from '../../errors.ts';

/** A piece of an expression with where it begins. */
export interface Token {
  readonly kind: 'name' | 'number' | 'operator' | 'dot' | 'open' | 'close' | 'unknown' | 'end';
  readonly text: string;
  readonly position: number;
}

const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['number', /\d+(\.\d+)?/y],
  ['operator', /<=|>=|==|!=|<|>/y],
  ['dot', /\./y],
  ['open', /\(/y],
  ['close', /\)/y],
  // Units are names too: ms, µs, %, /s. A number may stand in parentheses, and there alone.
  ['name', /[A-Za-zµ_][\w-]*|%|\/s\b/y],
  ['unknown', /./suy],
];

/** The tokens of an expression, one after the other; behind the last one there is always one of kind `end`. */
export class TokenReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  /** The token that comes next. */
  get next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', position: this.#text.length };
  }

  take(): Token {
    const token = this.next;
    this.#at++;
    return token;
  }

  /** @throws ToolError EXPRESSION, always: words that follow the place of the expression, with a caret under a token */
  fail(token: Token, message: string): never {
    const shown = withoutEnvironment(this.#text);
    if (shown !== this.#text) {
      throw new ToolError('EXPRESSION', `has a text of the environment in it, and is not understood:\n  ${shown}`);
    }
    const caret = `${' '.repeat(token.position)}${'^'.repeat(Math.max(1, token.text.length))}`;
    throw new ToolError('EXPRESSION', `is not understood:\n  ${shown}\n  ${caret} ${message}`);
  }
}

/** Shorter values of the environment are in any text. */
const shortestValue = 4;

/** A text without values of the environment: a profile may have put a secret into it. */
function withoutEnvironment(text: string): string {
  let result = text;
  for (const value of Object.values(process.env)) {
    if (value !== undefined && value.length >= shortestValue) result = result.replaceAll(value, '[redacted]');
  }
  return result;
}

function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < expression.length) {
    if (/\s/.test(expression[position] ?? '')) {
      position++;
      continue;
    }
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = position;
      const text = pattern.exec(expression)?.[0];
      if (text === undefined) continue;
      tokens.push({ kind, text, position });
      position += text.length;
      break;
    }
  }
  return tokens;
}
