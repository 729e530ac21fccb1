import type { Judged, RunResult } from '../../result/runResult.ts';
import { countOf, countText } from '../quantities.ts';
import type { Figure, Tone } from './content.ts';
import { checksOf, gatingViolations, missedThresholds } from './judgement.ts';

/**
 * The three judgements of a run, apart: whether the service kept the document, whether it was fast and reliable enough,
 * and whether the measurement itself can be trusted (docs/verdict.md). None of a result that does not say.
 */
export function judgedFigures(result: RunResult): Figure[] {
  const { validity } = result;
  if (validity === undefined) return [];
  const { conformance, performance } = validity;
  return [
    { label: 'Conformance', ...conformanceOf(result, conformance) },
    { label: 'Performance', ...performanceOf(result, performance) },
    { label: 'Measurement', ...measurementOf(conformance, performance) },
  ];
}

type Said = Omit<Figure, 'label'> & { readonly tone: Tone };

function conformanceOf(result: RunResult, { valid }: Judged): Said {
  const broken = gatingViolations(result);
  const clauses = result.clauses.filter(({ checked }) => checked > 0).length;
  const evidence = `${countOf(checksOf(result), 'check')} of ${countOf(clauses, 'clause')}`;
  if (broken.length > 0) {
    const kinds = new Set(broken.map(({ clause }) => clause)).size;
    return { value: 'broken', detail: `${countOf(kinds, 'promise')}, in ${evidence}`, tone: 'bad' };
  }
  return valid ? { value: 'kept', detail: evidence, tone: 'good' } : { value: 'void', detail: evidence, tone: 'warn' };
}

function performanceOf(result: RunResult, { valid, reasons }: Judged): Said {
  const of = result.thresholds.length;
  const missed = missedThresholds(result).length;
  const thresholds = of === 0 ? 'no threshold was set' : `${countText(missed)} of ${countOf(of, 'threshold')} missed`;
  if (!valid) {
    const timesOnly = reasons.every(({ code }) => code === 'generator-late');
    return {
      value: timesOnly ? 'times are void' : 'void',
      detail: result.kind === 'load' ? thresholds : '',
      tone: 'warn',
    };
  }
  if (result.kind !== 'load') {
    const detail = result.kind === 'capacity' ? 'see Capacity' : 'conform offers no load';
    return { value: result.kind === 'capacity' ? 'measured' : 'not judged', detail, tone: 'quiet' };
  }
  if (of === 0) return { value: 'not judged', detail: thresholds, tone: 'quiet' };
  return missed > 0
    ? { value: 'missed', detail: thresholds, tone: 'bad' }
    : { value: 'met', detail: countOf(of, 'threshold'), tone: 'good' };
}

function measurementOf(conformance: Judged, performance: Judged): Said {
  if (conformance.valid && performance.valid) return { value: 'valid', detail: '', tone: 'good' };
  const voids = [...(conformance.valid ? [] : ['conformance']), ...(performance.valid ? [] : ['performance'])];
  return { value: 'void', detail: `for ${voids.join(' and ')}: see the reasons`, tone: 'warn' };
}
