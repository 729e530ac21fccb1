import { nkeys } from '@nats-io/transport-node';

/** A new nkey of NATS: what the server knows its holder by, and the seed, which the holder alone has. */
export function newNkey(): { readonly publicKey: string; readonly seed: string } {
  const user = nkeys.createUser();
  return { publicKey: user.getPublicKey(), seed: Buffer.from(user.getSeed()).toString() };
}
