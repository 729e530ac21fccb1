import { parentPort, workerData } from 'node:worker_threads';
import { ToolError } from '../errors.ts';
import type { EmbeddedReply } from './embeddedService.ts';
import { type ServeOptions, serve } from './serve.ts';

/** The body of the thread of the embedded service: generator and service must not share an event loop. */

const port = parentPort;
if (port !== null) {
  const tell = (reply: EmbeddedReply): void => port.postMessage(reply);
  try {
    // It was made by `startEmbedded` of the same process.
    const service = await serve(workerData as ServeOptions);
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
