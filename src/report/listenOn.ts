import { once } from 'node:events';
import type { Server } from 'node:http';
import { ToolError } from '../errors.ts';

/** Where a server of a run listens; port 0 takes a free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Lets a server listen.
 *
 * @param what in a message: `The live page`
 * @param option how another place is named: `--dashboard PORT`
 * @returns the port that it listens on
 * @throws ToolError PORT_IN_USE
 */
export async function listenOn(
  server: Server,
  { host, port }: ListenAddress,
  what: string,
  option: string,
): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const place = host === '127.0.0.1' ? `port ${port}` : `${host}, port ${port}`;
    throw new ToolError('PORT_IN_USE', `${what} cannot listen on ${place}. Give another one: ${option}.`, { cause });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Ends a server at once, with whoever is connected. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
