import type { Violation, WitnessStep } from '../../result/verdict.ts';
import { cut, oneLine } from '../plainText.ts';
import { countOf } from '../quantities.ts';
import { columns } from './columns.ts';
import type { Style } from './style.ts';

type Answer = Pick<WitnessStep['response'], 'httpStatus' | 'failure'>;

/** What came of one repetition of a witness. */
export interface Repetition {
  readonly kind: 'fails' | 'passes' | 'unreachable';
  readonly because: string;
  readonly answers: readonly Answer[];
}

/** A replay as text: the verdict first, then the steps of the last repetition with what they were answered. */
export function replayText(violation: Violation, repetitions: readonly Repetition[], style: Style): string {
  const last = repetitions.at(-1);
  const answers = last?.answers ?? [];
  const steps = violation.witness.steps.map((step, at) => stepRow(step, answers[at], at, violation));
  const lines = [
    headline(violation, repetitions, style),
    `      ${oneLine(last?.because ?? 'nothing was sent')}`,
    '',
    ...columns(steps, [0]),
    '',
    ...columns(
      [
        ['Recorded', `expected ${oneLine(violation.expected)}`],
        ['', `and got ${cut(oneLine(violation.actual), 200)}`],
      ],
      [],
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function headline({ clause, classification }: Violation, repetitions: readonly Repetition[], style: Style): string {
  const failed = repetitions.filter(({ kind }) => kind === 'fails').length;
  const times = repetitions.length === 1 ? '' : ` ${failed} of ${repetitions.length} times`;
  if (failed > 0) return `${style.bold(style.red('FAIL'))}  ${clause} still fails${times}`;
  if (repetitions.some(({ kind }) => kind === 'unreachable')) {
    return `${style.bold(style.yellow('INVALID'))}  ${clause} could not be tried`;
  }
  if (classification === 'load-only') {
    return `${style.bold(style.yellow('INVALID'))}  ${clause} was seen under load only: one respondent alone never showed it. Run the load again`;
  }
  return `${style.bold(style.green('PASS'))}  ${clause} no longer fails${repetitions.length === 1 ? '' : `, ${countOf(repetitions.length, 'time')} tried`}`;
}

function stepRow(
  { session, method, path, body, sessionTransport, response }: WitnessStep,
  now: Answer | undefined,
  at: number,
  { witness }: Violation,
): string[] {
  const { steps, failingStep } = witness;
  const whose = steps.some((step) => step.session !== 0) ? `respondent ${session + 1}` : '';
  const how = sessionTransport === 'keep' ? '' : `session: ${sessionTransport}`;
  const mark = at === failingStep ? '▸' : ' ';
  return [
    `${mark} ${at + 1}`,
    whose,
    `${method} ${oneLine(path)}`,
    cut(oneLine(body ?? ''), 60),
    how,
    `was ${answerText(response)}, now ${now === undefined ? 'not sent' : answerText(now)}`,
  ];
}

function answerText({ httpStatus, failure }: Answer): string {
  return httpStatus === 0 ? (failure ?? 'no answer') : `${httpStatus}${failure === null ? '' : ` ${failure}`}`;
}
