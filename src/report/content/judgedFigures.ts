import type { Judged, RunResult } from '../../result/runResult.ts';
import { checkedClauses } from '../measures.ts';
import { countText } from '../quantities.ts';
import type { Figure, Tone } from './content.ts';

/**
 * What of a run can be trusted, and what that rests on (docs/verdict.md): `Conformance: valid, 108 of 357 clauses
 * tested`, `Latency: valid, generator 9 % busy`. None of a result that does not say.
 */
export function judgedFigures(result: RunResult): Figure[] {
  const { validity, coverage, generator, kind } = result;
  if (validity === undefined) return [];
  const tested = `${countText(checkedClauses(result).length)} of ${countText(coverage.clauses.total)} clauses tested`;
  const late = validity.performance.reasons.some(({ code }) => code === 'generator-late');
  const busy = `generator ${Math.round(generator.cpuPercent)} % busy${late ? ', and late' : ''}`;
  return [
    { label: 'Conformance', ...standing(validity.conformance), detail: tested },
    kind === 'conform'
      ? { label: 'Latency', value: 'not judged', tone: 'quiet', detail: 'conform offers no load' }
      : { label: 'Latency', ...standing(validity.performance), detail: busy },
  ];
}

function standing({ valid }: Judged): { readonly value: string; readonly tone: Tone } {
  return valid ? { value: 'valid', tone: 'good' } : { value: 'not valid', tone: 'quiet' };
}
