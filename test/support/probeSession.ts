import { Conversation } from '../../src/conformance/drive/conversation.ts';
import { closeEnvironment, createEnvironment } from '../../src/conformance/drive/probeEnvironment.ts';
import { ProbeRecorder } from '../../src/conformance/drive/probeRecorder.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import type { Exchange } from '../../src/result/exchange.ts';

/** Conversations about survey 1001 with a service, and what they did as a witness has it. */
export function conversing(baseUrl: string, target: object = {}) {
  const exchanges: Exchange[] = [];
  const profile = resolveProfile({ target: { baseUrl, apiKeys: ['canvass-key'], ...target } });
  const environment = createEnvironment(
    profile,
    baseUrl,
    (exchange) => exchanges.push(exchange),
    () => false,
  );
  const recorder = new ProbeRecorder(environment);
  return {
    exchanges,
    begin: () => new Conversation(recorder, 1001),
    steps: () => exchanges.map((exchange) => recorder.stepOf(exchange)),
    close: () => closeEnvironment(environment),
  };
}
