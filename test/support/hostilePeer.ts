import type { Socket } from 'node:net';
import { startTcpServer, type TcpServer } from './rawServer.ts';

/** What a peer of canvass may do that is no service: a collector, a chat, a proxy. */
export const peerManners = ['stops', 'drips', 'floods', 'lies'] as const;
export type PeerManner = (typeof peerManners)[number];

/** What no terminal and no runner of a CI system should be given. */
export const terminalPoison = '\x1b]0;owned\x07\x1b[2J\r\n::error::owned\n##[error]owned\u202e';

const dripEveryMs = 200;

const behave: Readonly<Record<PeerManner, (socket: Socket) => void>> = {
  stops: () => {},
  drips: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), dripEveryMs);
    socket.on('close', () => clearInterval(timer));
  },
  floods: (socket) => {
    const chunk = 'x'.repeat(1 << 16);
    const flood = (): void => {
      while (socket.writable && socket.write(chunk));
    };
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.on('drain', flood);
    flood();
  },
  lies: (socket) =>
    void socket.end(
      `HTTP/1.1 200 ${terminalPoison}\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\n${terminalPoison}`,
    ),
};

/** A peer on loopback that behaves so to whoever has sent something. */
export function startHostilePeer(manner: PeerManner): Promise<TcpServer> {
  return startTcpServer((socket) => {
    socket.once('data', () => behave[manner](socket));
    socket.resume();
  });
}
