import type { RunResult } from '../../src/result/runResult.ts';
import { capacityResult } from './sampleResults.ts';
import { tracedResult } from './tracedResult.ts';

/** Ends every context that text can stand in, then tries to run something. */
export const attack =
  '</script></style></title></textarea>--><script>window.owned=1;alert(1)</script><img src=x onerror="window.owned=2;alert(2)">\'" onmouseover="window.owned=3" x="javascript:alert(4)`\u2028<!--';

const kept = new Set([
  'schema',
  'kind',
  'verdict',
  'level',
  'classification',
  'sessionTransport',
  'unit',
  'hdr',
  'startedAt',
  'endedAt',
  'stage',
  'limitedBy',
  'dimension',
  'traceId',
]);

/** A result with scripts, or another text, in every text that is not one of a fixed set of words. */
export function hostileResult(text = attack): RunResult {
  const failing = tracedResult('https://tempo.example/{traceId}');
  return {
    ...failing,
    ...attacked({ ...failing, capacity: capacityResult().capacity, audit: hostileAudit(failing) }, text),
  };
}

function hostileAudit(result: RunResult): RunResult['audit'] {
  return result.audit === null
    ? null
    : {
        ...result.audit,
        lost: 1,
        unseen: ['x'],
        examples: [{ kind: 'lost', token: 't', responseIds: [1], detail: 'd' }],
      };
}

function attacked<T>(value: T, text: string): T {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (kept.has(key) || (key === 'kind' && typeof inner === 'string')) return inner;
    if (typeof inner === 'string') return `${inner}${text}`;
    return inner;
  });
}
