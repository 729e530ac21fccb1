import { ToolError } from '../../errors.ts';
import type { ShardRange } from '../../load/schedule/shard.ts';
import type { WholePlan } from '../../load/shard/shards.ts';
import { keysOf, type Profile } from '../../profile/profile.ts';
import { isSameProof, newNonce, variableOf } from '../keyProof.ts';
import { challengeOf } from '../planProof.ts';
import type { LedWorker } from './ledWorker.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a fleet is to run: respondents of one service, or twins on two. */
export interface FleetPlan {
  /** One service, or base and candidate of a duet; the first one's tag is that of the run. */
  readonly sides: readonly [WholePlan] | readonly [WholePlan, WholePlan];
  /** Of a duet: names of differences that mean nothing. */
  readonly learnt: readonly string[];
}

/** A worker's place in a plan. */
interface Place {
  readonly session: string;
  /** Its number in the run. */
  readonly index: number;
  readonly part: ShardRange;
  /** Of the leader: it names the variables that a worker lacks. */
  readonly environment: Environment;
}

/**
 * Has a worker make ready for a plan, and prove that it has its keys.
 *
 * @throws ToolError WORKER_LOST, NOT_AUTHORIZED, KEY_MISSING, or what else it refuses with
 */
export async function prepareWorker(
  worker: LedWorker,
  { sides, learnt }: FleetPlan,
  { session, index, part, environment }: Place,
): Promise<void> {
  const [{ runTag, schedule }] = sides;
  const unproven = {
    kind: 'prepare' as const,
    session,
    run: runTag,
    worker: index,
    part,
    schedule,
    nonce: newNonce(),
    sides: sides.map((side) => ({
      run: side.runTag,
      keepCompletions: side.keepCompletions,
      profile: JSON.stringify(side.profile),
    })),
    learnt: [...learnt],
  };
  const targets = sides.map(({ profile }) => profile.target);
  const { plan, proofs } = challengeOf(unproven, targets, worker.nonce);
  const answered = await worker.prepare(plan).catch((error: unknown) => {
    throw withVariables(error, targets, environment);
  });
  const isProven =
    proofs.length === answered.length && proofs.every((proof, i) => isSameProof(proof, answered[i] ?? ''));
  if (!isProven) throw new ToolError('NOT_AUTHORIZED', `worker ${worker.name} does not prove that it has the API keys`);
}

/** Says of a key that a worker lacks which variable holds it here: what is to be set there. */
function withVariables(error: unknown, targets: readonly Profile['target'][], environment: Environment): unknown {
  if (!(error instanceof ToolError) || error.code !== 'KEY_MISSING') return error;
  const names = targets
    .flatMap(keysOf)
    .map((key) => variableOf(environment, key.reveal()))
    .filter((name) => name !== null);
  const hint = names.length === 0 ? '' : `: set ${[...new Set(names)].join(', ')} there`;
  return new ToolError('NOT_AUTHORIZED', `${error.message}${hint}. Keys never travel.`);
}
