import type { Reason } from '../../result/reason.ts';
import { reasonBriefly } from '../../result/reasonWords.ts';
import type { RunResult } from '../../result/runResult.ts';
import { capital } from '../plainText.ts';
import { countText } from '../quantities.ts';
import type { ReportedRun } from '../reportedRun.ts';
import { limitedByGenerator } from './capacityWords.ts';
import { type Figure, figureOf, type Tone } from './content.ts';

/** What a judgement is called where its own word would not be understood alone. */
const words = { stands: 'stands', bounds: 'latencies are upper bounds', void: 'void' } as const;

const tones: Readonly<Record<string, Tone>> = {
  kept: 'good',
  met: 'good',
  stands: 'good',
  there: 'good',
  broken: 'bad',
};
const otherTones: Readonly<Record<string, Tone>> = { missed: 'bad', away: 'bad', 'cannot be told': 'warn' };

/**
 * The four judgements of a run, each with what it rests on (docs/verdict.md): `Promises: kept, 108 of 357 clauses tested`,
 * `Measurement: stands, load generator 9 % busy`. None of a result that does not say.
 */
export function judgedFigures(run: ReportedRun): Figure[] {
  const { result } = run;
  const { judgements, kind } = result;
  if (judgements === undefined) return [];
  const { promises, thresholds, measurement, target } = judgements;
  const figure = (label: string, judgement: string, detail: string, value = judgement): Figure =>
    figureOf(label, value, detail, tones[judgement] ?? otherTones[judgement] ?? 'quiet');
  const isSet = thresholds.met + thresholds.missed + thresholds.untold > 0;
  return [
    figure('Promises', promises.judgement, testedText(run), kind === 'capacity' ? 'not judged' : promises.judgement),
    ...(isSet || kind === 'load' ? [figure('Thresholds', thresholds.judgement, limitsText(thresholds))] : []),
    // Without a load there is no latency to be judged by it.
    ...(kind === 'conform' && measurement.judgement === 'stands'
      ? []
      : kind === 'capacity' && measurement.judgement === 'bounds'
        ? [figure('Measurement', 'bounds', restsOn(result), 'what is carried is the least')]
        : [figure('Measurement', measurement.judgement, restsOn(result), words[measurement.judgement])]),
    figure(
      'Target',
      target.judgement,
      `${countText(target.answers)} of ${countText(target.requests)} requests answered`,
    ),
  ];
}

function testedText({ result, measures }: ReportedRun): string {
  const { total } = result.coverage.clauses;
  if (total === 0) return 'no clause was asked for';
  const tested = countText(measures.checkedClauses.length);
  const { broken = 0 } = result.judgements?.promises ?? {};
  if (broken === 0) return `${tested} of ${countText(total)} clauses tested`;
  const causes = result.problems.filter(({ gating }) => gating).length;
  const cause = causes === 1 && broken > 1 ? ', by one problem' : '';
  return `${countText(broken)} of ${tested} tested clauses${cause}`;
}

function limitsText({ met, missed, untold }: NonNullable<RunResult['judgements']>['thresholds']): string {
  const all = met + missed + untold;
  if (all === 0) return 'none was set';
  const told = [
    `${countText(met)} of ${countText(all)} met`,
    ...(missed > 0 ? [`${countText(missed)} missed`] : []),
    ...(untold > 0 ? [`${countText(untold)} cannot be told`] : []),
  ];
  return told.join(', ');
}

/** What is said of the row of thresholds. */
const ofThresholds: ReadonlySet<Reason['code']> = new Set(['threshold-untold', 'threshold-not-measured', 'capacity']);

/** The first reason why not all of it stands, or how busy the generator was. */
function restsOn({ validity, generator, capacity }: RunResult): string {
  const reasons = [...(validity?.conformance.reasons ?? []), ...(validity?.performance.reasons ?? [])];
  const [first] = reasons.filter(({ code }) => !ofThresholds.has(code));
  const bound = limitedByGenerator(capacity);
  if (first === undefined && bound.length > 0) return `this machine was the limit of ${bound.join(', ')}`;
  return first === undefined
    ? `load generator ${Math.round(generator.cpuPercent)} % busy`
    : capital(reasonBriefly(first));
}
