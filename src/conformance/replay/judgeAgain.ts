import type { Profile } from '../../profile/profile.ts';
import type { Witness, WitnessStep } from '../../result/verdict.ts';
import { checkExchange } from '../checks/everyExchange.ts';
import type { Ground } from '../drive/stage.ts';
import { Evidence } from '../ledger/evidence.ts';
import { judgeOf } from '../ledger/judge.ts';
import { type Performed, performSteps } from './performSteps.ts';
import { probeAgain } from './probeAgain.ts';
import { sameAnswer } from './sameAnswer.ts';

/** What came of a witness's steps when they were sent once more, as they stand. */
export interface JudgedAgain {
  readonly fails: boolean;
  /** How that was found out, in words. */
  readonly because: string;
  readonly answers: readonly WitnessStep['response'][];
}

/**
 * Sends the steps of a witness again and judges the answers: by the checks that look at one exchange; by whether the
 * failing step is answered as it was; and, where it is answered otherwise, by the probes of the clause, since an answer
 * may differ for reasons of its own.
 *
 * @throws ToolError WITNESS_UNREADABLE for a step that cannot be sent.
 */
export async function judgeAgain(
  clause: string,
  witness: Witness,
  ground: Ground,
  profile: Profile,
  baseUrl: string,
): Promise<JudgedAgain> {
  const performed = await performSteps(witness.steps, ground, profile.respondent.expire.idleSeconds * 1000);
  const answers = performed.map(({ answer }) => answer);
  const broken = brokenBy(performed, clause, ground);
  if (broken !== null) return { fails: true, because: broken, answers };
  const sent = witness.steps.flatMap(({ body }) => (body === null ? [] : [body]));
  const recorded = witness.steps[witness.failingStep]?.response;
  const now = answers[witness.failingStep];
  if (recorded !== undefined && now !== undefined && sameAnswer(recorded, now, sent)) {
    return { fails: true, because: 'the step that failed is answered as it was', answers };
  }
  const reachable = answers.some(({ httpStatus }) => httpStatus !== 0);
  const found = reachable ? await probeAgain(clause, profile, baseUrl) : null;
  if (found !== null) return { fails: true, because: found, answers };
  return { fails: false, because: 'the step that failed is answered otherwise now', answers };
}

/** What the checks of single exchanges say against the clause; `null` when nothing. */
function brokenBy(performed: readonly Performed[], clause: string, { keys, target }: Ground): string | null {
  const evidence = new Evidence();
  for (const { exchange, sessionIds } of performed) {
    const witness = () => ({ steps: [], failingStep: 0, curl: '' });
    const judge = judgeOf(evidence, witness, (text) => target.redactor.redact(text, sessionIds));
    checkExchange(judge, exchange, { keys: keys.all, sessionIds });
  }
  const failure = evidence.failures.find((each) => each.clause === clause);
  return failure === undefined ? null : `expected ${failure.expected}, and got ${failure.actual}`;
}
