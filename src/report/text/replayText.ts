import { howItShows } from '../../result/howItShows.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { Violation, WitnessStep } from '../../result/verdict.ts';
import { sessionWords } from '../content/witnessText.ts';
import { cut, oneLine } from '../plainText.ts';
import { countOf } from '../quantities.ts';
import { columns } from './columns.ts';
import type { Style } from './style.ts';

type Answer = Pick<WitnessStep, 'method' | 'path'> & Pick<WitnessStep['response'], 'httpStatus' | 'failure'>;

interface Repetition {
  readonly kind: 'fails' | 'passes' | 'unreachable' | 'blocked';
  readonly because: string;
  readonly answers: readonly Answer[];
}

/** A violation, what came of each repetition of its witness, and what they prove. */
export interface Repeated {
  readonly violation: Violation;
  readonly outcomes: readonly Repetition[];
  readonly verdict: RunResult['verdict'];
  /** Where it was repeated, as a profile names it: a base URL, or `embedded`. */
  readonly baseUrl: string;
}

/** A replay as text: the verdict first, then the steps of the last repetition with what they were answered. */
export function replayText(repeated: Repeated, style: Style): string {
  const { violation, outcomes, baseUrl } = repeated;
  const last = outcomes.at(-1);
  // Where nothing was answered there is nothing to set against what was recorded.
  if (repeated.verdict === 'INVALID' && last?.kind === 'unreachable') {
    return `${headline(repeated, style)}: ${oneLine(last.because)} (${targetName(baseUrl)})\n`;
  }
  const { alike, others } = againstRecorded(violation, last?.answers ?? []);
  const lines = [
    headline(repeated, style),
    `      ${oneLine(last?.because ?? 'nothing was sent')}`,
    '',
    ...columns(alike, [0]),
    ...(others.length === 0 ? [] : ['', '  From there on this walk sent other requests than the recorded one:']),
    ...columns(others, [0]),
    '',
    ...columns(
      [
        ['Target', targetName(baseUrl)],
        ['Recorded', `expected ${oneLine(violation.expected)}`],
        ['', `and got ${cut(oneLine(violation.actual), 200)}`],
      ],
      [],
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function targetName(baseUrl: string): string {
  return baseUrl === 'embedded' ? 'the embedded service' : oneLine(baseUrl);
}

/**
 * The recorded steps, each with its answers then and now; and what was sent from where a walk that was made anew left
 * them, as it may: its respondent goes on from what it is shown.
 */
function againstRecorded(violation: Violation, answers: readonly Answer[]): Record<'alike' | 'others', string[][]> {
  const { steps } = violation.witness;
  const parted = answers.findIndex(({ method, path }, at) => method !== steps[at]?.method || path !== steps[at]?.path);
  const shared = parted === -1 ? steps.length : parted;
  return {
    alike: steps.slice(0, shared).map((step, at) => stepRow(step, answers[at], at, violation)),
    others: answers
      .slice(shared)
      .map((answer, at) => [
        `  ${shared + at + 1}`,
        `${answer.method} ${oneLine(answer.path)}`,
        `now ${answerText(answer)}`,
      ]),
  };
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
      const isUntried = outcomes.some(({ kind }) => kind === 'unreachable' || kind === 'blocked');
      const times = several ? countOf(outcomes.length, 'time') : 'once';
      const tried = `was not seen, tried ${times}. ${howItShows(violation, violation.witness.steps).said}`;
      return `${style.bold(style.yellow('INVALID'))}  ${clause} ${isUntried ? 'could not be tried' : tried}`;
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
  const mark = at === failingStep ? '▸' : ' ';
  return [
    `${mark} ${at + 1}`,
    whose,
    `${method} ${oneLine(path)}`,
    cut(oneLine(body ?? ''), 60),
    sessionWords[sessionTransport],
    `was ${answerText(response)}, now ${now === undefined ? 'not sent' : answerText(now)}`,
  ];
}

function answerText({ httpStatus, failure }: Pick<Answer, 'httpStatus' | 'failure'>): string {
  return httpStatus === 0 ? (failure ?? 'no answer') : `${httpStatus}${failure === null ? '' : ` ${failure}`}`;
}
