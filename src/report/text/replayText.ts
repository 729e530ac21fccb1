import type { RunResult } from '../../result/runResult.ts';
import type { Violation, WitnessStep } from '../../result/verdict.ts';
import { cut, oneLine } from '../plainText.ts';
import { countOf } from '../quantities.ts';
import { columns } from './columns.ts';
import type { Style } from './style.ts';

type Answer = Pick<WitnessStep['response'], 'httpStatus' | 'failure'>;

interface Repetition {
  readonly kind: 'fails' | 'passes' | 'unreachable';
  readonly because: string;
  readonly answers: readonly Answer[];
}

/** A violation, what came of each repetition of its witness, and what they prove. */
export interface Repeated {
  readonly violation: Violation;
  readonly outcomes: readonly Repetition[];
  readonly verdict: RunResult['verdict'];
}

/** A replay as text: the verdict first, then the steps of the last repetition with what they were answered. */
export function replayText(repeated: Repeated, style: Style): string {
  const { violation, outcomes } = repeated;
  const last = outcomes.at(-1);
  const answers = last?.answers ?? [];
  const steps = violation.witness.steps.map((step, at) => stepRow(step, answers[at], at, violation));
  const lines = [
    headline(repeated, style),
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

function headline({ violation, outcomes, verdict }: Repeated, style: Style): string {
  const { clause } = violation;
  const several = outcomes.length > 1;
  switch (verdict) {
    case 'FAIL': {
      const failed = outcomes.filter(({ kind }) => kind === 'fails').length;
      const times = several ? ` ${failed} of ${outcomes.length} times` : '';
      return `${style.bold(style.red('FAIL'))}  ${clause} still fails${times}`;
    }
    case 'INVALID': {
      const because = outcomes.some(({ kind }) => kind === 'unreachable')
        ? 'could not be tried'
        : 'was seen under load only: one respondent alone never showed it. Run the load again';
      return `${style.bold(style.yellow('INVALID'))}  ${clause} ${because}`;
    }
    case 'PASS':
      return `${style.bold(style.green('PASS'))}  ${clause} no longer fails${several ? `, ${countOf(outcomes.length, 'time')} tried` : ''}`;
  }
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
