import { BudgetedTransport } from '../../client/budgetedTransport.ts';
import type { Clock } from '../../client/clock.ts';
import { createTransport } from '../../client/httpTransport.ts';
import { Redactor } from '../../client/redact.ts';
import { type Connections, targetOptionsOf } from '../../client/target.ts';
import type { SetUpListener, Transport } from '../../client/transport.ts';
import { type Profile, secretsOf } from '../../profile/profile.ts';
import { shareOf } from '../schedule/shard.ts';
import type { ShardPlan } from './shardPlan.ts';

/**
 * How a shard reaches its target: its share of the connections and of the rate budget.
 *
 * @param setUps hears how long each connection took to be made
 * @throws ToolError PROFILE for a target that cannot be used at all
 */
export function shardTransport(plan: ShardPlan, clock: Clock, setUps?: SetUpListener): Transport {
  const { target, load } = plan.profile;
  const connections: Connections =
    load.connections.mode === 'shared'
      ? { mode: 'shared', max: Math.max(1, shareOf(plan, load.connections.max)) }
      : { mode: 'perRespondent' };
  const transport = createTransport(targetOptionsOf(plan.profile, plan.baseUrl, connections), setUps);
  return target.rateBudget === null
    ? transport
    : new BudgetedTransport(transport, clock, target.rateBudget, plan.shards);
}

/** Takes the secrets of a profile out of what is shown. */
export function redactorOf({ target }: Profile): Redactor {
  return new Redactor(secretsOf(target));
}
