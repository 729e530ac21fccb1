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

/** Cuts an expression into tokens; the last one is of kind `end`. */
export function tokenize(expression: string): Token[] {
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
  tokens.push({ kind: 'end', text: '', position: expression.length });
  return tokens;
}
