import { newFleetKey, newNkey } from '../fleet/fleetKey.ts';

/** What `canvass fleet` makes. */
export const fleetKeys = {
  /** A new key, for leader and workers of a fleet. */
  key: () => `${newFleetKey()}\n`,
  /** A new nkey: one part is for NATS, the other for the machine. */
  nkey: () => {
    const { publicKey, seed } = newNkey();
    return `public ${publicKey}\nseed ${seed}\n`;
  },
} as const;
