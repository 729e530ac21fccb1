import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between a client and a server, that can be cut. */
export interface Network {
  readonly port: number;
  /** Nothing gets through any more, and nobody is told: as when a cable is pulled. */
  cut(): void;
  /** Connections are broken off; new ones get through. */
  breakOff(): void;
  close(): Promise<void>;
}

/** @param port of the server, on this machine */
export async function networkTo(port: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (isCut) return;
    const service = connect(port, '127.0.0.1');
    keep(service);
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      from.on('data', (bytes) => {
        if (!isCut) to.write(bytes);
      });
      from.on('close', () => {
        if (!isCut) to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const breakOff = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => {
      isCut = true;
    },
    breakOff,
    close: async () => {
      breakOff();
      server.close();
      await once(server, 'close');
    },
  };
}
