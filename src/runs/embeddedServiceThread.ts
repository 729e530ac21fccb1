import { type MessagePort, parentPort } from 'node:worker_threads';
import { ToolError } from '../errors.ts';
import { loadSurveys } from '../service/survey/surveyCatalogue.ts';
import type { EmbeddedReply } from './embeddedService.ts';
import { type ServeOptions, serve } from './serve.ts';

/** What a thread tells and hears by. */
type Port = Pick<MessagePort, 'postMessage' | 'close'> & {
  on(event: 'message', heard: () => void): unknown;
  once(event: 'message', heard: (options: ServeOptions) => void): unknown;
};

/**
 * The body of the thread of the embedded service: generator and service must not share an event loop. It may be loaded
 * before anybody knows which service is wanted, and waits to be told.
 *
 * @param port to its run; `null` where the file of the thread is read by another
 */
export async function serveInThread(port: Port | null): Promise<void> {
  if (port === null) return;
  const tell = (reply: EmbeddedReply): void => port.postMessage(reply);
  try {
    // By `startEmbedded` of the same process.
    const wanted = new Promise<ServeOptions>((resolve) => port.once('message', resolve));
    readSurveysAhead();
    const options = await wanted;
    const service = await serve(options);
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

function readSurveysAhead(): void {
  try {
    loadSurveys();
  } catch {
    // What is wrong with them `serve` says, which reads them once it is told of a service.
  }
}

await serveInThread(parentPort);
