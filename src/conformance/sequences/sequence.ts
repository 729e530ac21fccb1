import type { EntityId } from '../../contract/entityId.ts';
import { isRecord, parseJson } from '../../contract/jsonShape.ts';
import { isExpiryKind } from '../../respondent/steps/expire.ts';
import { curlScript } from '../../result/curl.ts';
import type { Symptom } from '../../result/symptom.ts';
import type { Witness, WitnessStep } from '../../result/verdict.ts';

/** What a step of a sequence does: as behaviour would choose it, `begin` being the first take of a session. */
export type StepKind = 'begin' | 'submit' | 'back' | 'resume' | 'drop' | 'forge' | 'stale' | 'idle';

/** One step of one of the respondents of a sequence. */
export interface SequenceStep {
  readonly session: number;
  readonly kind: StepKind;
  /** The recorded submission, `null` where nothing is submitted. */
  readonly body: string | null;
  /** Neighbouring steps with the same non-zero number are sent at the same time. */
  readonly concurrent: number;
}

/** Steps of one respondent or of several, numbered from 0, in their order. `surveys`: what each of them walks. */
export interface Sequence {
  readonly surveys: readonly EntityId[];
  readonly steps: readonly SequenceStep[];
}

/** A violation that a sequence showed. */
export interface SequenceFailure {
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
  readonly symptom?: Symptom;
  readonly witness: Witness;
  /** The steps up to the one that showed it. */
  readonly sequence: Sequence;
}

const takePath = /^\/a\/api\/v2\/surveys\/(\d+)\/take$/;

/** Reads a walk from its witness step by step. */
class WalkReader {
  readonly surveys: EntityId[] = [];
  readonly steps: SequenceStep[] = [];
  readonly #sessions: number[] = [];
  readonly #broken = new Set<number>();

  /** Whether the step belongs to a walk as respondents make it. */
  read(step: WitnessStep): boolean {
    const { endpoint, sessionTransport, headers, concurrent, response } = step;
    if (Object.keys(headers).length > 0 || sessionTransport === 'swap') return false;
    // A respondent that was limited does the same again, and that is in the witness too.
    if (response.httpStatus === 429) return true;
    const isNew = !this.#sessions.includes(step.session);
    if (isNew) this.#sessions.push(step.session);
    const session = this.#sessions.indexOf(step.session);
    const kind = this.#kindOf(step, session, isNew);
    if (kind === null) return false;
    const wasBroken = this.#broken.delete(session);
    if (sessionTransport !== 'keep' && !wasBroken && kind !== 'begin' && kind !== 'resume') this.#broken.add(session);
    const { body } = step;
    if ((endpoint === 'submit-page') !== (body !== null) || (body !== null && !isRecord(parseJson(body)))) return false;
    this.steps.push({ session, kind, body, concurrent });
    return true;
  }

  #kindOf({ endpoint, path, sessionTransport }: WitnessStep, session: number, isNew: boolean): StepKind | null {
    if (endpoint === 'take') {
      const surveyId = Number(takePath.exec(path)?.[1] ?? Number.NaN);
      if (isNew) this.surveys[session] = surveyId;
      if (surveyId !== this.surveys[session]) return null;
      return isNew ? 'begin' : 'resume';
    }
    if (isNew) return null;
    if (endpoint === 'previous-page') return 'back';
    if (endpoint !== 'submit-page') return null;
    // After a broken session the respondent takes up its own again, which witnesses call stale as well.
    return isExpiryKind(sessionTransport) && !this.#broken.has(session) ? sessionTransport : 'submit';
  }
}

/** The walk that a witness shows; `null` when it is no walk, but the script of a probe. */
export function sequenceOf({ steps, failingStep }: Witness): Sequence | null {
  const reader = new WalkReader();
  const shown = steps.slice(0, failingStep + 1);
  if (shown.length === 0 || !shown.every((step) => reader.read(step)) || hasTwoAtOnce(shown)) return null;
  return { surveys: reader.surveys, steps: reader.steps };
}

/** Whether one session sends two requests at the same time: respondents never do. */
function hasTwoAtOnce(steps: readonly WitnessStep[]): boolean {
  return steps.some(({ session, concurrent }, at) => {
    const next = steps[at + 1];
    return concurrent !== 0 && next?.concurrent === concurrent && next.session === session;
  });
}

/** Whose request was sent, and with which others at the same time (0: with none). */
export interface SentStep {
  readonly session: number;
  readonly concurrent: number;
}

/**
 * One witness from those of several respondents, in the order in which their requests were sent.
 *
 * @param ways by session the way of its respondent.
 * @param failing the session whose last step shows the violation.
 */
export function mergedWitness(ways: readonly Witness[], failing: number, sent: readonly SentStep[]): Witness {
  const taken = ways.map(() => 0);
  // Respondents are numbered as they appear: some of a sequence may have no steps left.
  const numbers = [...new Set(sent.map(({ session }) => session))];
  const steps = sent.flatMap(({ session, concurrent }) => {
    const at = taken[session] ?? 0;
    taken[session] = at + 1;
    const step = ways[session]?.steps[at];
    return step === undefined ? [] : [{ ...step, session: numbers.indexOf(session), concurrent }];
  });
  const failingStep = steps.findLastIndex(({ session }) => session === numbers.indexOf(failing));
  return { steps, failingStep: Math.max(0, failingStep), curl: curlScript(steps) };
}

/** The step at `at`, with the neighbours that are sent at the same time: those of its non-zero number. */
export function concurrentAt<Step extends { readonly concurrent: number }>(
  steps: readonly Step[],
  at: number,
): readonly Step[] {
  const group = steps[at]?.concurrent ?? 0;
  let end = at + 1;
  while (group !== 0 && steps[end]?.concurrent === group) end++;
  return steps.slice(at, end);
}
