import { parentPort, workerData } from 'node:worker_threads';
import { ToolError } from '../errors.ts';
import { chooseFaults } from '../service/faults/faultChoice.ts';
import { parseLatency } from '../service/latency.ts';
import { startService } from '../service/service.ts';
import { SqliteStore } from '../service/store/sqliteStore.ts';
import type { EmbeddedPlan, EmbeddedReply } from './embeddedService.ts';

/** The body of the thread of the embedded service: generator and service must not share an event loop. */

const port = parentPort;
if (port !== null) {
  const tell = (reply: EmbeddedReply): void => port.postMessage(reply);
  // It was made by `startEmbedded` of the same process.
  const plan = workerData as EmbeddedPlan;
  try {
    const service = await startService({
      session: plan.session,
      keys: { valid: plan.apiKeys, forbidden: plan.forbiddenApiKey === null ? [] : [plan.forbiddenApiKey] },
      faults: chooseFaults(plan.faults),
      variants: plan.variants,
      seed: plan.seed,
      sessionTimeoutMs: plan.sessionTimeoutMs,
      ...(plan.latency === null ? {} : { latency: parseLatency(plan.latency) }),
      ...(plan.store === null ? {} : { store: new SqliteStore(plan.store) }),
    });
    port.on('message', async () => {
      await service.close();
      port.close();
    });
    tell({ kind: 'listening', baseUrl: service.baseUrl });
  } catch (error) {
    if (error instanceof ToolError) tell({ kind: 'failed', code: error.code, message: error.message });
    else throw error;
  }
}
