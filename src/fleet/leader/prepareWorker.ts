import { ToolError } from '../../errors.ts';
import type { ShardRange } from '../../load/schedule/shard.ts';
import type { WholePlan } from '../../load/shard/shards.ts';
import { keysOf, type Profile } from '../../profile/profile.ts';
import { isSameProof, newNonce, variableOf } from '../keyProof.ts';
import { challengeOf } from '../planProof.ts';
import type { LedWorker } from './ledWorker.ts';

type Environment = Readonly<Record<string, string | undefined>>;

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
  { profile, runTag, schedule, keepCompletions }: WholePlan,
  { session, index, part, environment }: Place,
): Promise<void> {
  const plan = {
    kind: 'prepare' as const,
    session,
    run: runTag,
    worker: index,
    part,
    schedule,
    keepCompletions,
    profile: JSON.stringify(profile),
    nonce: newNonce(),
  };
  const { proofs, ...keys } = challengeOf(plan, profile.target, worker.nonce);
  const answered = await worker.prepare({ ...plan, ...keys }).catch((error: unknown) => {
    throw withVariables(error, profile.target, environment);
  });
  const isProven =
    proofs.length === answered.length && proofs.every((proof, i) => isSameProof(proof, answered[i] ?? ''));
  if (!isProven) throw new ToolError('NOT_AUTHORIZED', `worker ${worker.name} does not prove that it has the API keys`);
}

/** Says of a key that a worker lacks which variable holds it here: what is to be set there. */
function withVariables(error: unknown, target: Profile['target'], environment: Environment): unknown {
  if (!(error instanceof ToolError) || error.code !== 'KEY_MISSING') return error;
  const names = keysOf(target)
    .map((key) => variableOf(environment, key.reveal()))
    .filter((name) => name !== null);
  const hint = names.length === 0 ? '' : `: set ${[...new Set(names)].join(', ')} there`;
  return new ToolError('NOT_AUTHORIZED', `${error.message}${hint}. Keys never travel.`);
}
