import { Evidence } from '../../judging/evidence/evidence.ts';
import { evidenceFindings } from '../../judging/evidence/evidenceFindings.ts';
import { judgeExchange } from '../../judging/judgeExchange.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Witness, WitnessStep } from '../../result/verdict.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
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
  environment: ProbeEnvironment,
  profile: Profile,
  baseUrl: string,
): Promise<JudgedAgain> {
  const performed = await performSteps(witness.steps, environment, profile.respondent.expire.idleSeconds * 1000);
  const answers = performed.map(({ answer }) => answer);
  const broken = brokenBy(performed, clause, environment);
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

/** What the rules of single answers say against the clause; `null` when nothing. */
function brokenBy(performed: readonly Performed[], clause: string, environment: ProbeEnvironment): string | null {
  const evidence = new Evidence();
  const { keys, target, reader, leaks, failingSurvey } = environment;
  const witness = () => ({ steps: [], failingStep: 0, curl: '' });
  for (const { exchange, sessionIds, surveyId, token } of performed) {
    const redact = (text: string): string => target.redactor.redact(text, sessionIds);
    const findings = evidenceFindings(evidence, exchange, witness, redact);
    const circumstances = {
      basePath: target.address.prefix,
      isContractual: true,
      mayFail: surveyId === failingSurvey,
      token,
      keys: keys.all,
      sessionIds,
    };
    judgeExchange(findings, reader.read(exchange), circumstances);
    leaks.judge(findings, exchange, circumstances);
  }
  const failure = evidence.failures.find((each) => each.clause === clause);
  return failure === undefined ? null : `expected ${failure.expected}, and got ${failure.actual}`;
}
