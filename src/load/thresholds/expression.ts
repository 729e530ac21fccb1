import { suggestion } from '../../misspelt.ts';
import type { Bound, Dimension } from '../../result/runResult.ts';
import { type Token, TokenReader } from './expressionTokens.ts';
import { metrics } from './metrics.ts';
import type { Measured, Metric, MetricNode } from './requestMetrics.ts';

const comparisons = {
  '<': (value: number, limit: number) => value < limit,
  '<=': (value: number, limit: number) => value <= limit,
  '>': (value: number, limit: number) => value > limit,
  '>=': (value: number, limit: number) => value >= limit,
  '==': (value: number, limit: number) => value === limit,
  '!=': (value: number, limit: number) => value !== limit,
} as const;
type Operator = keyof typeof comparisons;

/** What each unit is worth in the values of its dimension. */
const units: Readonly<Record<Dimension, Readonly<Record<string, number>>>> = {
  time: { us: 1, µs: 1, ms: 1000, s: 1_000_000 },
  // 5 would be 500 % to one reader, and 5 % to another.
  share: { '%': 0.01 },
  perSecond: { '/s': 1, '': 1 },
  count: { '': 1 },
  number: { '': 1, '%': 1 },
};

/** A parsed comparison of one metric with one limit, as `latency.p99 < 400ms`. */
export interface Expression {
  readonly text: string;
  /** In the metric's values: times in µs, shares of 1, rates a second. */
  readonly limit: number;
  readonly dimension: Dimension;
  readonly bound: Bound;
  /** The metric's value; `null` when nothing was measured of it. */
  value(measured: Measured): number | null;
  holds(value: number): boolean;
  /** Which of two values is further from the limit on the wrong side, or nearer to it on the right one. */
  worse(a: number, b: number): number;
}

/**
 * Parses an expression `METRIC OPERATOR LIMIT`, such as `violations == 0`, `endpoint(take).service.p99 < 400ms` or
 * `errors.rate < 0.1%`.
 *
 * @throws ToolError EXPRESSION with a caret under what is wrong, and a suggestion where one is near.
 */
export function parseExpression(text: string): Expression {
  const parser = new Parser(text);
  const metric = parser.metric();
  const operator = parser.operator();
  const limit = parser.limit(metric.dimension);
  parser.end();
  const compare = comparisons[operator];
  return {
    text,
    limit,
    dimension: metric.dimension,
    bound: boundOf(operator),
    value: (measured) => metric.read(measured),
    holds: (value) => compare(value, limit),
    worse: (a, b) => {
      const bound = boundOf(operator);
      if (bound === 'upper') return Math.max(a, b);
      if (bound === 'lower') return Math.min(a, b);
      const further = Math.abs(a - limit) > Math.abs(b - limit) ? a : b;
      return operator === '==' ? further : further === a ? b : a;
    },
  };
}

class Parser {
  readonly #tokens: TokenReader;

  constructor(text: string) {
    this.#tokens = new TokenReader(text);
  }

  metric(): Metric {
    let node: MetricNode = metrics;
    for (;;) {
      const token = this.#tokens.take();
      if (token.kind !== 'name') this.#tokens.fail(token, `expected ${describeNames(node)}`);
      node = this.#step(node, token);
      if (node.argument !== undefined) node = this.#argument(node.argument, token);
      if (this.#tokens.next.kind === 'dot') this.#tokens.take();
      else if (node.metric === undefined)
        this.#tokens.fail(this.#tokens.next, `expected "." and ${describeNames(node)}`);
      else return node.metric;
    }
  }

  #step(node: MetricNode, token: Token): MetricNode {
    const names = node.names ?? {};
    const named = Object.hasOwn(names, token.text) ? names[token.text] : undefined;
    const found = named ?? node.other?.(token.text);
    if (found) return found;
    const known = [...Object.keys(names), ...(node.otherHint?.split(', ') ?? [])];
    if (known.length === 0) this.#tokens.fail(token, 'there is nothing under this metric');
    this.#tokens.fail(token, `no such metric${suggestion(token.text, known)}; ${describeNames(node)}`);
  }

  #argument(argument: NonNullable<MetricNode['argument']>, of: Token): MetricNode {
    if (this.#tokens.next.kind !== 'open')
      this.#tokens.fail(this.#tokens.next, `expected "(" and a name: ${of.text}(…)`);
    this.#tokens.take();
    const token = this.#tokens.take();
    if (token.kind !== 'name' && token.kind !== 'number')
      this.#tokens.fail(token, 'expected a name in the parentheses');
    const { known } = argument;
    if (known !== null && !known.includes(token.text)) {
      this.#tokens.fail(token, `no such ${of.text}${suggestion(token.text, known)}${namesIn(known)}`);
    }
    const close = this.#tokens.take();
    if (close.kind !== 'close') this.#tokens.fail(close, 'expected ")"');
    return argument.node(token.text);
  }

  operator(): Operator {
    const token = this.#tokens.take();
    if (token.kind === 'operator' && isOperator(token.text)) return token.text;
    this.#tokens.fail(token, `expected a comparison: ${Object.keys(comparisons).join(' ')}`);
  }

  limit(dimension: Dimension): number {
    const token = this.#tokens.take();
    if (token.kind !== 'number') this.#tokens.fail(token, `expected a number, such as ${unitsHint(dimension)}`);
    const next = this.#tokens.next;
    const touches = next.position === token.position + token.text.length;
    const known = units[dimension];
    const isUnit = next.kind === 'name' && (touches || !Object.hasOwn(known, '') || Object.hasOwn(known, next.text));
    const unit = isUnit ? this.#tokens.take() : { ...next, text: '' };
    const worth = Object.hasOwn(known, unit.text) ? known[unit.text] : undefined;
    if (worth === undefined) {
      if (unit.text === '') this.#tokens.fail(token, `a unit is missing: write ${unitsHint(dimension, token.text)}`);
      this.#tokens.fail(unit, `"${unit.text}" is no unit of this metric: write ${unitsHint(dimension, token.text)}`);
    }
    const limit = Number(token.text) * worth;
    if (dimension === 'share' && limit > 1) this.#tokens.fail(token, 'a share is at most 100%');
    return limit;
  }

  end(): void {
    if (this.#tokens.next.kind !== 'end')
      this.#tokens.fail(this.#tokens.next, 'expected nothing more: one comparison a threshold');
  }
}

function boundOf(operator: Operator): Bound {
  if (operator === '<' || operator === '<=') return 'upper';
  return operator === '>' || operator === '>=' ? 'lower' : 'exact';
}

function isOperator(text: string): text is Operator {
  return Object.hasOwn(comparisons, text);
}

/** Names to choose from; more than a person reads are left to the documentation. */
function namesIn(known: readonly string[]): string {
  return known.length <= 20 ? `; one of ${known.join(', ')}` : '';
}

function describeNames(node: MetricNode): string {
  const names = [...Object.keys(node.names ?? {}), ...(node.otherHint === undefined ? [] : [node.otherHint])];
  return `one of ${names.join(', ')}`;
}

/** How a number is written with each unit that it may have: `5us, 5ms or 5s`. */
function unitsHint(dimension: Dimension, number = '5'): string {
  const written = Object.keys(units[dimension])
    .filter((unit) => unit !== 'µs')
    .map((unit) => number + unit);
  const last = written.pop() ?? number;
  return written.length === 0 ? last : `${written.join(', ')} or ${last}`;
}
