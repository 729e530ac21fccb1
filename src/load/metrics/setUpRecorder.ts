import type { SetUpListener } from '../../client/connection.ts';
import type { ConnectionDelta } from '../../result/connections.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';

/** Records how long connections take to be made; requests that wait for one have that in their experienced latency. */
export class SetUpRecorder implements SetUpListener {
  readonly #connect = new LatencyCounts();
  readonly #handshake = new LatencyCounts();

  onSetUp(connectMs: number, handshakeMs: number | null): void {
    this.#connect.record(connectMs * 1000);
    if (handshakeMs !== null) this.#handshake.record(handshakeMs * 1000);
  }

  /** What was recorded since the last call; `null` where nothing was. */
  take(): ConnectionDelta | null {
    if (this.#connect.count === 0) return null;
    return { connect: this.#connect.takePairs(), handshake: this.#handshake.takePairs() };
  }
}
