import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Corpora } from './corpora.ts';
import { onOneDay } from './onOneDay.ts';

/**
 * What is found is compared with what was found before; `npm run goldens` writes it anew, to be read as a difference. A
 * golden cannot tell right from wrong: it tells that something is otherwise.
 *
 * `GOLDENS=folder` writes the whole of what the digests stand for: that of two commits says which words differ.
 */
export function findsAsBefore(corpora: Corpora): void {
  test.each(Object.entries(corpora))(
    'what is found is what was found before (else read the difference, and `npm run goldens`): %s',
    async (name, find) => {
      const { whole, lines } = await onOneDay(find);
      const { GOLDENS } = process.env;
      if (GOLDENS !== undefined) {
        mkdirSync(GOLDENS, { recursive: true });
        writeFileSync(`${GOLDENS}/${name}.json`, JSON.stringify(whole, null, 1));
      }
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`found/${name}.txt`);
    },
  );
}
