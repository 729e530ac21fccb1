import { createRequire } from 'node:module';

type Undici = typeof import('undici');

let loaded: Undici | null = null;

/** undici, for HTTP/2: a fifth of what a thread takes to start, so it is loaded where HTTP/2 is spoken only. */
export function undici(): Undici {
  loaded ??= createRequire(import.meta.url)('undici') as Undici;
  return loaded;
}
