import type { NatsConnection } from '@nats-io/transport-node';
import { Present } from './messages.ts';
import type { Subjects } from './subjects.ts';
import { readerOf } from './wire.ts';

/** How long answers to a call are waited for. */
const callMs = 400;

const readPresent = readerOf(Present);

/** The workers of a fleet that answer now, in the order of their answers. */
export async function presentWorkers(connection: NatsConnection, { call }: Subjects): Promise<Present[]> {
  const answers = await connection.requestMany(call, '', { strategy: 'timer', maxWait: callMs });
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
