import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ToolError } from '../errors.ts';
import { seededRandom } from './seededRandom.ts';

/** How long a response is held back, in milliseconds, when it is ready at `nowMs`. */
export type Latency = (nowMs: number, random: () => number) => number;

interface LatencyForm {
  /** The parameters by name, all numbers in milliseconds but `sigma`. */
  readonly parameters: readonly string[];
  readonly heldMs: (given: readonly number[], nowMs: number, random: () => number) => number;
}

const forms: Readonly<Record<string, LatencyForm>> = {
  fixed: { parameters: ['value'], heldMs: ([value = 0]) => value },
  uniform: { parameters: ['min', 'max'], heldMs: ([min = 0, max = 0], _now, random) => min + random() * (max - min) },
  exponential: { parameters: ['mean'], heldMs: ([mean = 0], _now, random) => -mean * Math.log(1 - random()) },
  lognormal: {
    parameters: ['median', 'sigma'],
    heldMs: ([median = 0, sigma = 0], _now, random) => median * Math.exp(sigma * normal(random)),
  },
  /** Stops the world for `value` out of every `period`: all that is ready meanwhile waits for the end. */
  stall: {
    parameters: ['value', 'period'],
    heldMs: ([value = 0, period = 1], nowMs) => Math.max(0, value - (nowMs % period)),
  },
};

/** What `--latency` takes. */
const latencyForms = Object.entries(forms).map(([name, { parameters }]) => [name, ...parameters].join(':'));

/**
 * Reads a latency as the command line has it: `lognormal:20:0.5`, or a sum: `fixed:5+stall:200:1000`.
 *
 * @throws ToolError USAGE with the forms that exist.
 */
export function parseLatency(text: string): Latency {
  const parts = text.split('+').map(parsePart);
  return (nowMs, random) => parts.reduce((sum, part) => sum + part(nowMs, random), 0);
}

/** Holds every response of a server back; the same seed gives the same sequence of delays. */
export function addLatency(app: FastifyInstance, latency: Latency, seed: number): void {
  const random = seededRandom(seed);
  app.addHook('onSend', async (_request, _reply, payload) => {
    const heldMs = latency(performance.now(), random);
    if (heldMs > 0) await delay(heldMs);
    return payload;
  });
}

function parsePart(text: string): Latency {
  const [name = '', ...given] = text.trim().split(':');
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  const numbers = given.map(Number);
  const good = form !== undefined && numbers.length === form.parameters.length && numbers.every((each) => each >= 0);
  if (!good || given.some((each) => each.trim() === '')) {
    throw new ToolError('USAGE', `"${text}" is no latency; write ${latencyForms.join(', ')}, in milliseconds`);
  }
  const [min = 0, max = 0] = numbers;
  if (name === 'uniform' && min > max) throw new ToolError('USAGE', `"${text}" has its minimum above its maximum`);
  return (nowMs, random) => form.heldMs(numbers, nowMs, random);
}

/** A standard normal number (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
