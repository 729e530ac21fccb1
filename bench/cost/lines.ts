import type { Behaviour } from '../crowdLoop.ts';
import type { AnswerStyle } from '../target/answerStyle.ts';
import type { Protocol } from '../target/front.ts';
import type { Floor } from './floors.ts';

/** One way to walk one target. */
export interface Contender {
  readonly walk: Behaviour | Floor | 'bare';
  readonly protocol: Protocol;
  readonly style: AnswerStyle;
  /** Questions on each of two pages; 0 for the survey's own pages. */
  readonly perPage: number;
  readonly connections: number;
}

/** A line of the table: canvass one way, and what it is compared with. */
export interface Line {
  readonly name: string;
  readonly measured: Contender;
  readonly yardstick: Contender;
  /** Whether costs are compared by the byte of a page. */
  readonly perByte: boolean;
}

const usual = { protocol: 'plain', style: 'compact', perPage: 0, connections: 64 } as const;
const wide = { ...usual, walk: 'all behaviours', connections: 8 } as const;
const behaviours = ['submit only', 'all behaviours'] as const satisfies readonly Behaviour[];

function line(name: string, measured: Contender, yardstick: Contender, perByte = false): Line {
  return { name, measured, yardstick, perByte };
}

/** A line against the bare loop on the same target. */
function beside(name: string, walk: Behaviour | Floor, on: Partial<Omit<Contender, 'walk'>>): Line {
  const measured: Contender = { ...usual, ...on, walk };
  return line(`${walk}, ${name}`, measured, { ...measured, walk: 'bare', connections: usual.connections });
}

const floors = ['sockets', 'transport'] as const satisfies readonly Floor[];
const protocols = { 'plain HTTP': 'plain', TLS: 'tls', 'HTTP/2': 'h2' } as const;

const right = { ...usual, walk: 'all behaviours' } as const;

export const lines: readonly Line[] = [
  ...behaviours.map((walk) => beside('compact JSON', walk, {})),
  ...behaviours.map((walk) => beside('JSON with blanks', walk, { style: 'blanks' })),
  beside('one page in 20 unlike any before', 'all behaviours', { style: 'unlike' }),
  ...behaviours.map((walk) => beside('TLS', walk, { protocol: 'tls' })),
  ...behaviours.map((walk) => beside('HTTP/2', walk, { protocol: 'h2' })),
  beside('5,000 connections', 'all behaviours', { connections: 5000 }),
  ...Object.entries(protocols).flatMap(([name, protocol]) =>
    floors.map((walk) => beside(`${name}, nothing judged`, walk, { protocol })),
  ),
  line('every page wrong, against all right', { ...right, style: 'wrong' }, right),
  ...[100, 1000].map((perPage) =>
    line(`a byte of pages of ${perPage} questions, against 10`, { ...wide, perPage }, { ...wide, perPage: 10 }, true),
  ),
];
