import { randomBytes } from 'node:crypto';
import { nkeys } from '@nats-io/transport-node';
import { ToolError } from '../errors.ts';
import type { Environment } from '../profile/yamlSource.ts';
import { Channel, derived } from './channel.ts';

export const fleetKeyVariable = 'CANVASS_FLEET_KEY';

/** A key that was made has 43 letters: 256 bits. Below this one was thought up, and can be found by trying. */
const leastLetters = 32;
const leastDifferentLetters = 10;

/** A new key of a fleet, as `canvass fleet key` prints it. */
export function newFleetKey(): string {
  return randomBytes(32).toString('base64url');
}

/** A new nkey of NATS: what the server knows its holder by, and the seed, which the holder alone has. */
export function newNkey(): { readonly publicKey: string; readonly seed: string } {
  const user = nkeys.createUser();
  return { publicKey: user.getPublicKey(), seed: Buffer.from(user.getSeed()).toString() };
}

/** A number that is used once, as text. */
export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/** What makes a fleet a closed circle: leader and workers seal with it all that they say. */
export class FleetKey {
  /** False where nobody has set one: then everybody has it, and the fleet must stay on one machine. */
  readonly isSecret: boolean;
  readonly #master: Uint8Array;

  private constructor(text: string | null, fleet: string) {
    this.isSecret = text !== null;
    this.#master = derived(Buffer.from(text ?? 'no key'), [this.isSecret ? 'key' : 'no key', fleet]);
  }

  /** The key that the environment holds. @param fleet its name @throws ToolError USAGE for one that can be guessed */
  static of(environment: Environment, fleet: string): FleetKey {
    const text = environment[fleetKeyVariable]?.trim() ?? '';
    if (text === '') return new FleetKey(null, fleet);
    if (text.length < leastLetters || new Set(text).size < leastDifferentLetters) {
      throw new ToolError(
        'USAGE',
        `${fleetKeyVariable} can be guessed: make one with \`canvass fleet key\`, and set it on every machine of the fleet`,
      );
    }
    return new FleetKey(text, fleet);
  }

  /** @param context who speaks, to whom, and on which occasion */
  channel(...context: readonly string[]): Channel {
    return new Channel(this.#master, context);
  }
}

/** What is said between a leader and one worker in one session: each direction with a key of its own. */
export interface Conversation {
  readonly asks: Channel;
  readonly answers: Channel;
  /** What proves API keys. */
  readonly keys: Channel;
  /** What the worker tells of a run, in which it has this number. */
  messages(run: string, worker: number): Channel;
}

/**
 * @param worker its id, and the nonce that it drew while it waited
 * @param session the nonce of the leader: nothing of another session opens in this one
 */
export function conversation(key: FleetKey, worker: { id: string; nonce: string }, session: string): Conversation {
  const { id, nonce } = worker;
  return {
    asks: key.channel('asks', session, id, nonce),
    answers: key.channel('answers', session, id, nonce),
    keys: key.channel('keys', session, id, nonce),
    messages: (run, number) => key.channel('told', session, id, nonce, run, String(number)),
  };
}
