import { BudgetedTransport } from '../../client/budgetedTransport.ts';
import type { Clock } from '../../client/clock.ts';
import { createTransport } from '../../client/httpTransport.ts';
import { Redactor } from '../../client/redact.ts';
import { type Connections, targetOptionsOf } from '../../client/target.ts';
import type { Transport } from '../../client/transport.ts';
import { type Profile, secretsOf } from '../../profile/profile.ts';
import { shareOf } from '../schedule/shard.ts';
import type { ShardPlan } from './shardPlan.ts';

/** How a shard reaches its target: its share of the connections and of the rate budget. @throws ToolError */
export function shardTransport(plan: ShardPlan, clock: Clock): Transport {
  const { target, load } = plan.profile;
  const connections: Connections =
    load.connections.mode === 'shared'
      ? { mode: 'shared', max: Math.max(1, shareOf(plan, load.connections.max)) }
      : { mode: 'perRespondent' };
  const transport = createTransport(targetOptionsOf(plan.profile, plan.baseUrl, connections));
  return target.rateBudget === null
    ? transport
    : new BudgetedTransport(transport, clock, target.rateBudget, plan.shards);
}

/** Takes the secrets of a profile out of what is shown. */
export function redactorOf({ target }: Profile): Redactor {
  return new Redactor(secretsOf(target));
}
