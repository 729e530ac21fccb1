import { selectProbes } from '../../conformance/run/selection.ts';
import { minimise } from '../../conformance/sequences/deltaDebugging.ts';
import type { ClauseId } from '../../contract/clause.ts';
import type { Evidence } from '../../judging/evidence/evidence.ts';
import { isGating } from '../../judging/identity.ts';
import { seededRandom } from '../../service/seededRandom.ts';
import { type Chosen, compatible, dimensions } from '../dimensions/dimensions.ts';
import { sessionTransports } from '../selftestSubjects.ts';
import { type Asked, simulate } from './simulate.ts';

/** A service that does what the document allows, in its own combination of ways. */
export interface HonestService {
  readonly seed: number;
  readonly session: (typeof sessionTransports)[number];
  readonly latencyMs: number;
  /** The dimensions in which it departs from the first values. */
  readonly departures: Chosen;
}

/** What an honest service was accused of. */
export interface HonestOutcome {
  readonly service: HonestService;
  /** Gating violations: each is a false alarm. */
  readonly alarms: readonly Alarm[];
  readonly harnessErrors: readonly string[];
  readonly checks: number;
  /** The departures that the alarm needs; all of them where nothing was shrunk. */
  readonly needed: Chosen;
}

export interface Alarm {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly actual: string;
}

const latenciesMs = [0, 1, 30, 400];

/** Draws a service: some depart in few dimensions, some in nearly all. */
export function drawHonest(seed: number): HonestService {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const share = random() ** 2;
  const departures: Record<string, string> = {};
  for (const { id, values } of dimensions) if (random() < share) departures[id] = pick(values.slice(1));
  return { seed, session: pick(sessionTransports), latencyMs: pick(latenciesMs), departures: compatible(departures) };
}

/**
 * Judges an honest service; what raises an alarm is reduced to the dimensions that it takes.
 *
 * @param asked what of conformance it is asked, by itself all
 */
export async function testHonest(service: HonestService, asked: Asked = selectProbes(null)): Promise<HonestOutcome> {
  const evidence = await examine(service, null, asked);
  const alarms = alarmsIn(evidence);
  const { probeErrors: harnessErrors, checks } = evidence;
  const [first] = alarms;
  const needed = first === undefined ? service.departures : await shrink(service, first.clause, asked);
  return { service, alarms, harnessErrors, checks, needed };
}

/** @param clause it ends where that fails; with `null` the whole is looked at */
function examine(
  { seed, session, latencyMs, departures }: HonestService,
  clause: ClauseId | null,
  asked: Asked,
): Promise<Evidence> {
  const random = seededRandom(seed);
  const service = {
    options: { session, variants: departures },
    latency: () => latencyMs * (0.5 + random()),
    asked,
    seed,
  };
  return simulate(service, ({ broken }) => clause !== null && broken.has(clause));
}

function alarmsIn(evidence: Evidence): Alarm[] {
  return evidence.failures
    .filter(({ clause }) => isGating(clause))
    .map(({ clause, expected, actual }) => ({ clause, expected, actual }));
}

/** Attempts to make a combination smaller: what is left then is small enough to read. */
const mostAttempts = 100;

/** The departures without which the clause does not fail. No combination is examined twice: they are slow, and sure. */
async function shrink(service: HonestService, clause: ClauseId, all: Asked): Promise<Chosen> {
  const breaks = async (departures: Chosen, asked: Asked): Promise<boolean> =>
    (await examine({ ...service, departures }, clause, asked)).broken.has(clause);
  const about = selectProbes(clause);
  const some = {
    probes: about.probes.filter((probe) => all.probes.includes(probe)),
    walks: about.walks && all.walks,
  };
  const asked = (await breaks(service.departures, some)) ? some : all;
  const examined = new Map<string, boolean>();
  const needed = await minimise(Object.entries(service.departures), {
    attempt: async (some) => {
      const departures = Object.fromEntries(some);
      const name = JSON.stringify(departures);
      const fails = examined.get(name) ?? (await breaks(departures, asked));
      examined.set(name, fails);
      return fails ? some : null;
    },
    groups: () => [],
    atOnce: 1,
    isOver: () => examined.size >= mostAttempts,
  });
  return Object.fromEntries(needed);
}
