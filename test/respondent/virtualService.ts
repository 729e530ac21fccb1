import { VirtualClock } from '../../src/client/clock.ts';
import { AdministrationClient } from '../../src/respondent/administrationClient.ts';
import { type AlteredOptions, altered } from '../../src/selftest/altered.ts';
import { InProcessTransport } from '../../src/selftest/simulation/inProcessTransport.ts';
import { defaultKeys } from '../../src/service/apiKeys.ts';
import { openService } from '../../src/service/service.ts';

/** A service in this process, on a clock of its own: walking it takes no socket, and waiting no time. */
export async function virtualService(options: AlteredOptions = {}) {
  const clock = new VirtualClock(1_773_061_507_000);
  const now = (): number => Math.floor(clock.nowMs());
  const transport = new InProcessTransport(await openService(altered({ now, ...options })), clock);
  const client = new AdministrationClient({ transport, clock, apiKeys: defaultKeys.valid });
  return { baseUrl: 'http://127.0.0.1', network: { transport, clock }, client };
}
