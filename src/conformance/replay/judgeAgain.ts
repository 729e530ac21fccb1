import { redacted } from '../../client/redact.ts';
import { Evidence } from '../../judging/evidence/evidence.ts';
import { evidenceFindings } from '../../judging/evidence/evidenceFindings.ts';
import { judgeExchange } from '../../judging/judgeExchange.ts';
import { named, read } from '../../judging/reading/reading.ts';
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
  /** What kept the steps from getting as far as they did: then nothing was found out. `null` where nothing did. */
  readonly blockedBy: string | null;
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
  if (broken !== null) return { fails: true, because: broken, blockedBy: null, answers };
  const sent = witness.steps.flatMap(({ body }) => (body === null ? [] : [body]));
  const recorded = witness.steps[witness.failingStep]?.response;
  const now = answers[witness.failingStep];
  if (recorded !== undefined && now !== undefined && sameAnswer(recorded, now, sent)) {
    return { fails: true, because: 'the step that failed is answered as it was', blockedBy: null, answers };
  }
  const reachable = answers.some(({ httpStatus }) => httpStatus !== 0);
  const found = reachable ? await probeAgain(clause, profile, baseUrl) : null;
  if (found !== null) return { fails: true, because: found, blockedBy: null, answers };
  const blockedBy = blockingStep(performed, witness, environment);
  return { fails: false, because: 'the step that failed is answered otherwise now', blockedBy, answers };
}

/**
 * The first step that was granted when it was recorded, and is not any more: a key that is refused, a survey that is
 * gone, another service. The failing step itself may be refused now, for that may be what it should have been.
 */
function blockingStep(
  performed: readonly Performed[],
  { steps, failingStep }: Witness,
  { target }: ProbeEnvironment,
): string | null {
  const at = performed.slice(0, failingStep + 1).findIndex(({ exchange }, at) => {
    const { kind } = read(exchange);
    const isGranted = kind === 'flow' || kind === 'administration' || kind === 'session-error';
    const recorded = steps[at];
    if (isGranted || recorded === undefined || !isSuccess(recorded.response.httpStatus)) return false;
    const isKeyRefused = exchange.httpStatus === 401 && recorded.headers['api-key'] === redacted;
    const isRefusal = kind === 'standard-error' || (exchange.httpStatus >= 400 && exchange.httpStatus < 500);
    return at < failingStep || isKeyRefused || !isRefusal;
  });
  const blocking = performed[at];
  if (blocking === undefined) return null;
  const { exchange, sessionIds } = blocking;
  const answer = target.redactor.redact(named(exchange), sessionIds);
  return `step ${at + 1} is answered by ${answer} now, so that nothing could be tried`;
}

function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
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
