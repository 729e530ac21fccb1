import { endpoints, isEndpointId } from '../../contract/endpoints.ts';
import { isRecord, membersOf } from '../../contract/jsonShape.ts';
import { clauseOf, isClauseId } from '../../judging/allClauses.ts';
import { Evidence } from '../../judging/evidence/evidence.ts';
import { auditRules } from '../../judging/rules/sanity.ts';
import { isOfWalk } from '../../result/defectFacts.ts';
import { isSuccess } from '../../result/exchange.ts';
import { flattened } from '../../result/flatten.ts';
import { expiresKey, hasUsualKey } from '../../result/keyNames.ts';
import { isCut, lastingPartOf } from '../../result/lasting.ts';
import type { Symptom } from '../../result/symptom.ts';
import type { Violation, Witness, WitnessStep } from '../../result/verdict.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type ProbeEnvironment, withKeysOf } from '../drive/probeEnvironment.ts';
import { ProbeRecorder } from '../drive/probeRecorder.ts';
import { conform } from '../run/exerciseClauses.ts';
import { probesOf } from '../run/selection.ts';
import { judgeFilterAgain, judgeListAgain } from './listAgain.ts';
import { performSteps } from './performSteps.ts';

/** The part of a violation that is replayed. */
export type Replayed = Pick<Violation, 'clause' | 'path' | 'witness' | 'symptom'> &
  Partial<Pick<Violation, 'classification' | 'reproduction'>>;

/** What came of a witness's steps when they were sent once more, as they stand. */
export interface JudgedAgain {
  readonly fails: boolean;
  /** Whether the steps showed nothing, and only the probes of the clause did. */
  readonly byProbe: boolean;
  /** How often the clause was looked at. */
  readonly checks: number;
  /** How that was found out, in words. */
  readonly because: string;
  /** What kept the steps from getting as far as they did: then nothing was found out. `null` where nothing did. */
  readonly blockedBy: string | null;
  readonly answers: readonly WitnessStep['response'][];
}

/**
 * Sends the steps of a witness again and judges the answers: by the checks that look at one exchange, or at pages of a list; by whether the
 * failing step, and each before it, is answered as it was (the same answer may be right after others); and, where one is
 * answered otherwise, by the probes of the clause, since an answer may differ for reasons of its own.
 *
 * @param asksProbes `false`: the steps alone are the judge
 * @throws ToolError WITNESS_UNREADABLE for a step that cannot be sent.
 */
export async function judgeAgain(
  violation: Replayed,
  environment: ProbeEnvironment,
  asksProbes = true,
): Promise<JudgedAgain> {
  const { clause, path, witness, symptom } = violation;
  const evidence = new Evidence();
  // A session that is left alone on purpose, or by a limiter, may be answered in any way.
  const recorder = new ProbeRecorder({ ...environment, evidence, sessionAliveMs: Number.POSITIVE_INFINITY });
  const { respondent, audit } = environment.profile;
  const performed = await performSteps(witness.steps, recorder, {
    idleMs: respondent.expire.idleSeconds * 1000,
    settleMs: audit.settleSeconds * 1000,
  });
  await judgeListAgain({ clause, path }, performed, recorder);
  const until = performed.slice(0, witness.failingStep);
  const failing = performed[witness.failingStep];
  await judgeFilterAgain({ clause, path }, until, failing, recorder);
  const answers = performed.map(({ exchange }) => recorder.stepOf(exchange).response);
  const passes = { fails: false, byProbe: false, checks: checksOf(evidence, clause), blockedBy: null, answers };
  const blockedByKey = keyRefused(witness, answers);
  if (blockedByKey !== null) return { ...passes, because: 'the API key is refused', blockedBy: blockedByKey };
  const broken = brokenIn(evidence, clause) ?? otherThanDue(symptom, path, failing);
  if (broken !== null) return { ...passes, fails: true, because: broken };
  const way = witness.steps.slice(0, witness.failingStep + 1);
  // Whether a replaced key is let in is what counts, not what a list holds by now.
  const isOfKey = witness.steps.some(expiresKey) && !(symptom?.due !== undefined && 'page' in symptom.due);
  const isSame = ({ response }: WitnessStep, at: number): boolean => {
    const now = answers[at];
    return now !== undefined && (isOfKey ? sameOutcome(response, now) : sameAnswer(response, now, witness.steps));
  };
  // A kind is judged by an answer alone: what differs each time is not compared, and may be what was wrong.
  const isOfKind = symptom?.due !== undefined && 'kind' in symptom.due && passes.checks > 0;
  if (!isOfKind && isInBodies(violation) && way.length > 0 && way.every(isSame)) {
    return { ...passes, fails: true, because: 'the step that failed is answered as it was, and each before it' };
  }
  const reachable = answers.some(({ httpStatus }) => httpStatus !== 0);
  if (!reachable) return { ...passes, because: 'the target never answered' };
  if (!asksProbes) return { ...passes, because: 'the steps are answered otherwise now' };
  const blockedStep = blockingStep(performed, witness, recorder);
  if (blockedStep === null && passes.checks > 0 && isShownByWalk(violation) && isOfSameStatus(witness, answers))
    return { ...passes, because: 'its steps do not show it now' };
  const probed = await probeAgain(clause, environment, witness.steps.some(expiresKey));
  const found = brokenIn(probed, clause);
  const checks = passes.checks + checksOf(probed, clause);
  if (found !== null) {
    return { ...passes, checks, fails: true, byProbe: true, because: `by the probe of its clause: ${found}` };
  }
  const blockedBy = blockedStep ?? (checks === 0 ? untold(witness, answers) : null);
  return { ...passes, checks, because: 'neither its steps nor the probes of its clause show it now', blockedBy };
}

/**
 * That a key which was taken when the witness was recorded is refused now, whatever else breaks by it: it is no key any
 * more, or one of another service. `null` where none is.
 */
export function keyRefused({ steps }: Witness, answers: readonly { readonly httpStatus: number }[]): string | null {
  const at = answers.slice(0, untilExpiry(steps)).findIndex(({ httpStatus }, at) => {
    const recorded = steps[at];
    if (httpStatus !== 401 || recorded === undefined) return false;
    // submit-page may need no key: an answer of 401 may speak of the session there.
    return recorded.endpoint !== 'submit-page' && recorded.response.httpStatus !== 401 && hasUsualKey(recorded);
  });
  if (at < 0) return null;
  return `step ${at + 1} is refused its API key now, so that nothing could be tried. Name a key that is one: a run with admin.regenerateKey expires the first of target.apiKeys`;
}

/** How many steps come before a key has expired: that it is refused from then on is as it should be. */
function untilExpiry(steps: Witness['steps']): number {
  const at = steps.findIndex(expiresKey);
  return at < 0 ? steps.length : at + 1;
}

/**
 * Whether the answers show it. What many more showed together is not in these; a key is not recorded, nor are the heads of
 * answers; what a run had stored is not there again, and what became of a walk's answers stands in records only.
 */
function isInBodies({ clause, path, witness: { steps, failingStep }, symptom = {} }: Replayed): boolean {
  const { lookedFor, due, together } = symptom;
  if (together || steps[failingStep]?.endpoint === 'regenerate-key') return false;
  const isOfRecords = Object.values(auditRules).some((rule) => rule.clause === clause);
  if (isOfRecords && steps.every(isOfWalk)) return false;
  // Of a list that was cut nobody knows the rest, which counts as much.
  const failing = steps[failingStep];
  const isOfAll = path === '' || path.startsWith('?');
  const [member = ''] = path.split(/[.[]/);
  const isLeft = !isOfAll && failing?.response.body?.includes(JSON.stringify(member)) === true;
  if (!isLeft && failing !== undefined && isList(failing) && isCut(failing.response.body)) return false;
  // One answer that is as it was is as good as any where it takes several to break the clause.
  if (steps.length === 1 && isClauseId(clause) && clauseOf(clause).ofSeveralAnswers) return false;
  return lookedFor === undefined && !(due !== undefined && 'head' in due);
}

function isList({ endpoint }: WitnessStep): boolean {
  const query: readonly string[] = isEndpointId(endpoint) ? endpoints[endpoint].query : [];
  return query.includes('page');
}

/**
 * The first step that was granted when it was recorded, and is not any more: a survey that is gone, another service. The
 * failing step itself may be refused now, for that may be what it should have been.
 */
function blockingStep(
  performed: readonly ProbeExchange[],
  { steps, failingStep }: Witness,
  recorder: ProbeRecorder,
): string | null {
  const last = Math.min(failingStep + 1, untilExpiry(steps));
  const at = performed.slice(0, last).findIndex(({ exchange, reading: { kind } }, at) => {
    const isGranted = kind === 'flow' || kind === 'administration' || kind === 'session-error';
    const recorded = steps[at];
    if (isGranted || recorded === undefined || !isSuccess(recorded.response.httpStatus)) return false;
    const isRefusal = kind === 'standard-error' || (exchange.httpStatus >= 400 && exchange.httpStatus < 500);
    return at < failingStep || !isRefusal;
  });
  const blocking = performed[at];
  if (blocking === undefined) return null;
  return `step ${at + 1} is answered by ${recorder.redact(blocking.name)} now, so that nothing could be tried`;
}

/** Whether the steps of a walk showed it each time, which begin anew wherever they are sent: that they do not show it tells enough. */
function isShownByWalk({ classification, reproduction, witness: { steps } }: Replayed): boolean {
  return classification === 'always' && reproduction?.byProbe !== true && steps.every(isOfWalk);
}

function isOfSameStatus({ steps, failingStep }: Witness, answers: readonly Answer[]): boolean {
  return answers[failingStep]?.httpStatus === steps[failingStep]?.response.httpStatus;
}

/** Where no check looked at the clause: an answer of the same HTTP status as then does not tell that it is right now. */
function untold(witness: Witness, answers: readonly Answer[]): string | null {
  const { failingStep } = witness;
  if (!isOfSameStatus(witness, answers)) return null;
  const httpStatus = answers[failingStep]?.httpStatus;
  return `step ${failingStep + 1}, which failed, is answered by HTTP ${httpStatus} as it was, and no check looked at more, so that nothing tells whether it is right now`;
}

/**
 * Runs the probes of one clause again, one after the other and with nobody beside them.
 *
 * @param isKeyExpired whether the steps had the service expire the key in use: then the probes go on with the new one, and
 *   may expire that, too. Otherwise the key stays: it would be dead for all that comes after.
 */
async function probeAgain(
  clause: string,
  { profile, baseUrl, keys }: ProbeEnvironment,
  isKeyExpired: boolean,
): Promise<Evidence> {
  const { environment } = await conform({
    profile: { ...withKeysOf(profile, keys), admin: { ...profile.admin, regenerateKey: isKeyExpired } },
    baseUrl,
    probes: probesOf(clause),
    respondents: 0,
    isAlone: true,
    seed: profile.seed,
    isOver: ({ failures }) => failures.some((failure) => failure.clause === clause),
  });
  return environment.evidence;
}

function checksOf(evidence: Evidence, clause: string): number {
  return isClauseId(clause) ? (evidence.clause(clause)?.checked ?? 0) : 0;
}

/** What was expected and what came against a clause, in words; `null` where nothing did. */
function brokenIn({ failures }: Evidence, clause: string): string | null {
  const failure = failures.find((each) => each.clause === clause);
  return failure === undefined ? null : `expected ${failure.expected}, and got ${failure.actual}`;
}

/** That a member which was found to have another value than is due has another one now, in words. */
function otherThanDue({ due, found }: Symptom = {}, path: string, answer: ProbeExchange | undefined): string | null {
  if (due === undefined || !('value' in due) || found?.path !== path || answer === undefined) return null;
  const now = flattened(answer.exchange.bodyText).find((line) => line.path === path);
  return now === undefined || now.value === due.value ? null : `expected ${due.value}, and got ${now.value}`;
}

type Answer = WitnessStep['response'];

/**
 * Whether a service gave the same answer again: the same HTTP status, the same failure, and the same body but for what
 * differs from time to time: ids of requests, instants, addresses, what was made up for the occasion, and marks of
 * respondents other than those that sent something here.
 */
export function sameAnswer(recorded: Answer, now: Answer, steps: readonly WitnessStep[]): boolean {
  if (recorded.httpStatus !== now.httpStatus || recorded.failure !== now.failure) return false;
  return lastingPartOf(recorded.body, steps) === lastingPartOf(now.body, steps);
}

/** Whether a service let a request in, or refused it, as it did before. */
function sameOutcome(recorded: Answer, now: Answer): boolean {
  return recorded.httpStatus === now.httpStatus && statusIn(recorded.body) === statusIn(now.body);
}

function statusIn(body: string): unknown {
  const { response } = membersOf(body);
  return isRecord(response) ? response.status : undefined;
}
