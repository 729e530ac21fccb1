import type { Profile } from '../../profile/profile.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { WitnessStep } from '../../result/verdict.ts';
import { closeEnvironment, environmentForRepeating, type ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { playSequence } from '../sequences/playSequence.ts';
import { sequenceOf } from '../sequences/sequence.ts';
import { judgeAgain, keyRefused, type Replayed } from './judgeAgain.ts';

/** What came of one replay. */
export interface ReplayOutcome {
  /** `unreachable`: the target gave no answer at all; `blocked`: it did not let the steps get as far as they did. */
  readonly kind: 'fails' | 'passes' | 'unreachable' | 'blocked';
  /** How that was found out, in words. */
  readonly because: string;
  /** How often the clause was looked at, by the steps and by the probes of the clause. */
  readonly checks: number;
  /** What was sent, and answered, this time: respondents who walk again may come by other requests to the same end. */
  readonly answers: readonly ReplayedAnswer[];
}

/** A request of a replay, and its answer without the body, which may hold anything. */
export type ReplayedAnswer = Pick<WitnessStep, 'method' | 'path'> &
  Pick<WitnessStep['response'], 'httpStatus' | 'failure'>;

/**
 * Performs the concrete steps of a witness again, alone, in fresh sessions (design, Commands). A walk is judged by the
 * respondents' model and invariants; what a probe did, by the checks of its clause and by its answer.
 *
 * @param baseUrl the base URL that is really used, also where the profile says `embedded`.
 * @throws ToolError WITNESS_UNREADABLE for a step that cannot be sent.
 */
export async function replay(violation: Replayed, profile: Profile, baseUrl: string): Promise<ReplayOutcome> {
  const environment = environmentForRepeating(profile, baseUrl);
  try {
    const walked = await replayWalk(violation, environment);
    if (walked !== null && walked.kind !== 'passes') return walked;
    // What a probe saw on a walk, the model may be unable to judge.
    const again = await judgeAgain(violation, environment);
    const { fails, because, checks, blockedBy } = again;
    const answers = violation.witness.steps.flatMap(({ method, path }, at): ReplayedAnswer[] => {
      const answer = again.answers[at];
      return answer === undefined ? [] : [{ method, path, httpStatus: answer.httpStatus, failure: answer.failure }];
    });
    const none = unreachable(answers);
    if (none !== null) return none;
    if (blockedBy !== null) return { kind: 'blocked', because: blockedBy, checks, answers };
    return { kind: fails ? 'fails' : 'passes', because, checks, answers };
  } finally {
    await closeEnvironment(environment);
  }
}

/** `null` when the witness is no walk. */
async function replayWalk({ clause, witness }: Replayed, environment: ProbeEnvironment): Promise<ReplayOutcome | null> {
  const sequence = sequenceOf(witness);
  if (sequence === null) return null;
  const answers: ReplayedAnswer[] = [];
  const onExchange = ({ method, path, httpStatus, failure }: Exchange): void => {
    answers.push({ method, path: environment.target.redactor.redact(path), httpStatus, failure });
  };
  const failure = await playSequence(environment, sequence, (each) => each.clause === clause, onExchange);
  const none = unreachable(answers);
  if (none !== null) return none;
  const blockedBy = keyRefused(witness, answers);
  if (blockedBy !== null) return { kind: 'blocked', because: blockedBy, checks: 0, answers };
  if (failure === null) return { kind: 'passes', because: 'the walk went as the document says', checks: 1, answers };
  return { kind: 'fails', because: `expected ${failure.expected}, and got ${failure.actual}`, checks: 1, answers };
}

function unreachable(answers: ReplayOutcome['answers']): ReplayOutcome | null {
  if (!answers.every(({ httpStatus }) => httpStatus === 0)) return null;
  const failures = [...new Set(answers.map(({ failure }) => failure))].join(', ');
  return { kind: 'unreachable', because: `the target never answered: ${failures}`, checks: 0, answers };
}
