import { type ExitCode, exitCodes } from '../errors.ts';
import type { FourJudgements, Judgements } from './judgements.ts';

export type RunVerdict = 'PASS' | 'FAIL' | 'INVALID';

/** A row: where all that it names is so, its verdict holds. */
export interface VerdictRow {
  readonly when: Partial<FourJudgements>;
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  readonly because: string;
}

const pass: VerdictRow = {
  when: {},
  verdict: 'PASS',
  exitCode: exitCodes.pass,
  because: 'Also where times are upper bounds: a limit that was kept stays kept.',
};

/**
 * The one verdict from the four judgements, for every command: the first row that fits holds. It stands here and in
 * docs/verdict.md, which a test compares.
 */
export const verdictTable: readonly VerdictRow[] = [
  {
    when: { promises: 'broken' },
    verdict: 'FAIL',
    exitCode: exitCodes.fail,
    because: 'What broke has its witness, whatever else is void.',
  },
  {
    when: { target: 'away' },
    verdict: 'INVALID',
    exitCode: exitCodes.targetAway,
    because: 'Nobody was there to be measured, or nobody any more.',
  },
  {
    when: { thresholds: 'missed' },
    verdict: 'FAIL',
    exitCode: exitCodes.fail,
    because: 'What the generator could have missed by itself is not among the missed, but cannot be told.',
  },
  {
    when: { thresholds: 'cannot be told' },
    verdict: 'INVALID',
    exitCode: exitCodes.invalid,
    because: 'It may be this machine that missed them.',
  },
  {
    when: { measurement: 'void' },
    verdict: 'INVALID',
    exitCode: exitCodes.invalid,
    because: 'It is not the run that was asked for.',
  },
  pass,
];

/** The row of {@link verdictTable} that holds. */
export function verdictRowOf(judged: FourJudgements): VerdictRow {
  const names = ['promises', 'target', 'thresholds', 'measurement'] as const;
  const fits = ({ when }: VerdictRow): boolean =>
    names.every((name) => when[name] === undefined || when[name] === judged[name]);
  return verdictTable.find(fits) ?? pass;
}

/** What a command ends with for judgements with their figures. */
export function judgedBy({ promises, thresholds, measurement, target }: Judgements): VerdictRow {
  return verdictRowOf({
    promises: promises.judgement,
    thresholds: thresholds.judgement,
    measurement: measurement.judgement,
    target: target.judgement,
  });
}
