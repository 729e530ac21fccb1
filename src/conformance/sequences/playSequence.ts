import type { ViolationEvent } from '../../judging/evidence/walkFindings.ts';
import type { ViolationFacts } from '../../judging/identity.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { newRunTag, withOwnToken } from '../../judging/tokens.ts';
import type { NextStep, Step } from '../../respondent/steps/step.ts';
import { dueSteps, stepOf } from '../../respondent/walk/chance.ts';
import { Respondent, type StepChooser } from '../../respondent/walk/respondent.ts';
import { fitsPage } from '../../respondent/walk/submission.ts';
import { walkContextOf } from '../../respondent/walk/walkContext.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import {
  concurrentAt,
  mergedWitness,
  type SentStep,
  type Sequence,
  type SequenceFailure,
  type SequenceStep,
} from './sequence.ts';

/**
 * Plays a sequence in sessions of its own, step by step in its order, judged by the respondents' model and invariants.
 *
 * @param isWanted what is looked for: the play ends when it comes.
 * @param onExchange hears of every exchange.
 * @returns the violation, or `null`.
 */
export async function playSequence(
  environment: ProbeEnvironment,
  sequence: Sequence,
  isWanted: (violation: ViolationFacts) => boolean,
  onExchange: (exchange: Exchange) => void = () => {},
): Promise<SequenceFailure | null> {
  return await new SequencePlayer(environment, sequence, isWanted, onExchange).play();
}

/** One respondent of a sequence, and where it stands. */
interface Player {
  readonly respondent: Respondent;
  /** `null` when its walk is over. */
  next: NextStep | null;
  /** What the step of now submits. */
  body: string | null;
  /** Called when its step was answered. */
  onAnswered: () => void;
}

/** Has respondents take the steps of one sequence, once. */
class SequencePlayer implements StepChooser {
  readonly #target: ProbeEnvironment['target'];
  readonly #sequence: Sequence;
  readonly #players: readonly Player[];
  /** Every request in the order of sending. */
  readonly #sent: SentStep[] = [];
  #performed = 0;
  #violation: ViolationEvent | null = null;

  constructor(
    { profile, baseUrl, target }: ProbeEnvironment,
    sequence: Sequence,
    isWanted: (violation: ViolationFacts) => boolean,
    onExchange: (exchange: Exchange) => void,
  ) {
    const { transport, clock, redactor } = target;
    const walk = [...new Set(sequence.surveys)].map((id) => ({ id, weight: 1 }));
    const context = walkContextOf({
      profile: { ...profile, surveys: { ...profile.surveys, walk } },
      baseUrl,
      transport,
      clock,
      observer: {
        onExchange,
        onObservation() {},
        onViolation: (violation) => {
          if (isWanted(violation)) this.#violation ??= violation;
        },
        onWalkEnd() {},
      },
      seed: profile.seed,
      run: newRunTag(),
      redactor,
      completions: null,
    });
    for (const survey of sequence.surveys) context.earlyCompletions.letsIn(survey);
    this.#target = target;
    this.#sequence = sequence;
    this.#players = sequence.surveys.map((surveyId, session) => ({
      respondent: new Respondent({ ...context, keepsBodies: true }, session, this, surveyId),
      next: 'begin-anew',
      body: null,
      onAnswered: () => {},
    }));
  }

  async play(): Promise<SequenceFailure | null> {
    const { surveys, steps } = this.#sequence;
    while (this.#performed < steps.length && this.#violation === null) {
      const turn = concurrentAt(steps, this.#performed);
      this.#performed += turn.length;
      const bySession = Map.groupBy(turn, ({ session }) => session).values();
      await Promise.all([...bySession].map((own) => this.#takeInTurn(own)));
    }
    for (const { respondent } of this.#players) this.#target.transport.done(respondent);
    if (this.#violation === null) return null;
    const { clause, expected, actual, symptom = {} } = this.#violation;
    const sequence = { surveys, steps: steps.slice(0, this.#performed) };
    return { clause, expected, actual, symptom, witness: this.#witnessOf(this.#violation), sequence };
  }

  chooseNext({ index }: Respondent, next: NextStep): void {
    this.#settle(index, next);
  }

  onDone({ index }: Respondent): void {
    this.#settle(index, null);
  }

  bodyFor({ index, token }: Respondent, page: ShownPage): string | null {
    const body = this.#players[index]?.body ?? null;
    return body !== null && fitsPage(body, page) ? withOwnToken(body, token) : null;
  }

  #settle(index: number, next: NextStep | null): void {
    const player = this.#players[index];
    if (player === undefined) return;
    player.next = next;
    player.onAnswered();
  }

  /** One respondent does one thing at a time. */
  async #takeInTurn(steps: readonly SequenceStep[]): Promise<void> {
    for (const step of steps) await this.#take(step);
  }

  /** A step that is due by itself, as a look after a broken session, comes before the one of the sequence, which may be it. */
  async #take({ session, kind, body, concurrent }: SequenceStep): Promise<void> {
    const player = this.#players[session];
    const choice = kind === 'begin' ? 'resume' : kind;
    let isTaken = false;
    while (player?.next && !isTaken && this.#violation === null) {
      const { respondent, next } = player;
      // Whether a finished survey is looked at again, the sequence says.
      if (next === 'look-again' && choice !== 'resume') return;
      const due = dueSteps[next];
      isTaken = due === null || choice === 'resume';
      player.body = body;
      const { requests } = respondent;
      await this.#perform(player, due ?? stepOf(choice, respondent.position, respondent.draws.random));
      // A limiter may have had it sent more than once.
      for (let at = requests; at < respondent.requests; at++) this.#sent.push({ session, concurrent });
    }
  }

  async #perform(player: Player, step: Step): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    player.onAnswered = resolve;
    player.respondent.take(step, this.#target.clock.nowMs(), 0);
    await promise;
  }

  #witnessOf({ walk, witness }: ViolationEvent): Witness {
    if (this.#players.length === 1) return witness();
    const ways = this.#players.map(({ respondent }) => respondent.witness());
    const failing = this.#players.findIndex(({ respondent }) => respondent === walk);
    return mergedWitness(ways, failing, this.#sent);
  }
}
