import { reasonBriefly } from '../../result/reasonWords.ts';
import type { Judged, RunResult } from '../../result/runResult.ts';
import { checkedClauses } from '../measures.ts';
import { countText } from '../quantities.ts';
import type { Figure, Tone } from './content.ts';

/**
 * What of a run can be trusted, and what that rests on (docs/verdict.md): `Conformance: can be trusted, 108 of 357
 * clauses tested`, `Latency: can be trusted, load generator 9 % busy`. In these words, as people read a green `valid` as
 * the service's. None of a result that does not say.
 */
export function judgedFigures(result: RunResult): Figure[] {
  const { validity, coverage, generator, kind } = result;
  if (validity === undefined) return [];
  const tested = `${countText(checkedClauses(result).length)} of ${countText(coverage.clauses.total)} clauses tested`;
  const [inTheWay] = validity.performance.reasons;
  const rests =
    inTheWay === undefined ? `load generator ${Math.round(generator.cpuPercent)} % busy` : reasonBriefly(inTheWay);
  return [
    { label: 'Conformance', ...standing(validity.conformance), detail: tested },
    kind === 'conform'
      ? { label: 'Latency', value: 'not judged', tone: 'quiet', detail: 'conform sends probes, and no load' }
      : { label: 'Latency', ...standing(validity.performance), detail: rests },
  ];
}

function standing({ valid }: Judged): { readonly value: string; readonly tone: Tone } {
  return valid ? { value: 'can be trusted', tone: 'good' } : { value: 'cannot be trusted', tone: 'quiet' };
}
