import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { seededRandom } from '../../src/service/seededRandom.ts';

const { randomBytes, randomInt, randomUUID } = crypto;

/** Session ids, record ids and run tags, which are drawn by chance, are the same each time while `run` goes on. */
export async function withSeededChance<Of>(seed: number, run: () => Promise<Of>): Promise<Of> {
  const random = seededRandom(seed);
  const bytes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => random() * 256));
  const uuid = (): string =>
    bytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  draw({ randomBytes: bytes, randomInt: (below: number) => Math.floor(random() * below), randomUUID: uuid });
  try {
    return await run();
  } finally {
    draw({ randomBytes, randomInt, randomUUID });
  }
}

function draw(by: object): void {
  Object.assign(crypto, by);
  syncBuiltinESMExports();
}
