import type { NatsConnection } from '@nats-io/transport-node';
import { Present } from './messages.ts';
import type { Subjects } from './subjects.ts';
import { readerOf } from './wire.ts';

const readPresent = readerOf(Present);

/** The workers of a fleet that answer within some time, in the order of their answers. */
export async function presentWorkers(
  connection: NatsConnection,
  { call }: Subjects,
  waitMs: number,
): Promise<Present[]> {
  const answers = await connection.requestMany(call, '', { strategy: 'timer', maxWait: waitMs });
  const present: Present[] = [];
  try {
    for await (const { data } of answers) {
      const worker = readPresent(data);
      if (worker !== null) present.push(worker);
    }
  } catch {
    // Nobody is there, or the connection was lost: whoever needs somebody calls again.
  }
  return present;
}
