import { ToolError } from '../../errors.ts';
import { demandLoopbackName, hostOf, isHostNamed, isLoopback } from '../../profile/address.ts';

/**
 * A worker sends nothing to a host that its own owner has not allowed, whatever a leader wants; its own machine it always
 * may. The profile's authorization was looked at before.
 *
 * @param allowed `survey.example.com`, `*.example.com`
 * @throws ToolError NOT_AUTHORIZED
 */
export async function demandAllowedHost(baseUrl: string, allowed: readonly string[]): Promise<void> {
  await demandLoopbackName(baseUrl);
  const host = hostOf(baseUrl);
  if (isLoopback(baseUrl) || allowed.some((pattern) => isHostNamed(pattern, host))) return;
  const list = allowed.length === 0 ? 'no host' : `only ${allowed.join(', ')}`;
  throw new ToolError('NOT_AUTHORIZED', `it allows ${list}: start it with --allow-host ${host}`);
}
