import { type StepCircumstances, witnessStepOf } from '../../client/witnessStep.ts';
import type { Way } from '../../judging/classifyAnswer.ts';
import { EvidenceFindings } from '../../judging/evidence/evidenceFindings.ts';
import type { FeatureSet } from '../../judging/evidence/sightings.ts';
import type { Where } from '../../judging/evidence/where.ts';
import { curlScript } from '../../result/curl.ts';
import type { Exchange } from '../../result/exchange.ts';
import { isFiltered, isUnmarked } from '../../result/listFacts.ts';
import type { Witness, WitnessStep } from '../../result/verdict.ts';
import type { ProbeEnvironment } from './probeEnvironment.ts';

/** Steps that a witness may hold; what is older is rarely part of the story. Answers to open questions are many. */
const mostSteps = { violation: 200, observation: 12 } as const;

/** A step of one of the sessions, as it was sent and answered. */
interface RecordedStep {
  readonly exchange: Exchange;
  readonly circumstances: StepCircumstances;
  /** As a witness has it, secrets taken out: few are ever asked for, those more than once. */
  shown?: WitnessStep;
}

/** What one probe did in all its sessions, and witnesses of it. */
export class ProbeRecorder {
  readonly environment: ProbeEnvironment;
  /** In the order of the answers. */
  readonly #steps: RecordedStep[] = [];
  #sessions = 0;
  #groups = 0;
  /** Every value that a session here ever carried, a list that only grows: of requests sent together each may bring a new one. */
  readonly #secrets: string[] = [];

  constructor(environment: ProbeEnvironment) {
    this.environment = environment;
  }

  /** A number for a session, 0 for the first. */
  nextSession(): number {
    return this.#sessions++;
  }

  /** A number for a group of requests that are sent at the same time. */
  nextGroup(): number {
    return ++this.#groups;
  }

  add(exchange: Exchange, circumstances: StepCircumstances): void {
    this.#steps.push({ exchange, circumstances });
  }

  keepSecrets(secrets: readonly string[]): void {
    for (const secret of secrets) if (!this.#secrets.includes(secret)) this.#secrets.push(secret);
  }

  /**
   * Findings about one exchange of a session.
   *
   * @param shown whose steps up to it are the witness: the session's, all, or some that show it together.
   * @param way the session's pages
   */
  findings(
    exchange: Exchange,
    walk: { readonly number: number },
    shown: 'own' | 'all' | readonly Exchange[],
    way: Way,
    where: Where,
    features: FeatureSet | null,
  ): EvidenceFindings {
    const isShown = (step: RecordedStep): boolean =>
      shown === 'all' ||
      (shown === 'own' ? isOf(walk, step) : step.exchange === exchange || shown.includes(step.exchange));
    return new EvidenceFindings(this.environment.evidence, {
      ...{ exchange, way, session: walk, where, features },
      witness: (of) => this.#witness(exchange, isShown, mostSteps[of]),
      redact: (text) => this.redact(text),
    });
  }

  /** What a session did up to an exchange that shows something, but breaks nothing. */
  witness(exchange: Exchange, walk: { readonly number: number }): Witness {
    return this.#witness(exchange, (step) => isOf(walk, step), mostSteps.observation);
  }

  /** The step of an exchange as a witness has it. */
  stepOf(exchange: Exchange): WitnessStep {
    const step = this.#steps.find((each) => each.exchange === exchange);
    if (step === undefined) throw new RangeError('an exchange of no session here');
    return this.#shown(step);
  }

  /** A text without the keys of the run and the secrets of the sessions here. */
  redact(text: string): string {
    return this.environment.target.redactor.redact(text, this.#secrets);
  }

  #witness(exchange: Exchange, isShown: (step: RecordedStep) => boolean, most: number): Witness {
    const made = this.#creationsOf(exchange);
    const all = this.#steps.filter((step) => isShown(step) || made.has(step));
    const shown = all.findIndex((step) => step.exchange === exchange);
    const last = all[shown]?.circumstances.concurrent ? all.length : shown + 1;
    const kept = all.slice(Math.max(0, last - most), last);
    const steps = kept.map((step) => this.#shown(step));
    const failingStep = kept.findIndex((step) => step.exchange === exchange);
    return { steps, failingStep: Math.max(0, failingStep), curl: curlScript(steps) };
  }

  /**
   * The steps that created what is fetched, or what a filter is to find: elsewhere nothing would be found. What it finds
   * beside that was created too: one of those is enough.
   */
  #creationsOf(exchange: Exchange): ReadonlySet<RecordedStep> {
    const { endpoint, path, bodyText } = exchange;
    if (endpoint !== 'filter-responses' && endpoint !== 'fetch-response') return new Set();
    const before = this.#steps.slice(
      0,
      this.#steps.findIndex((step) => step.exchange === exchange),
    );
    const created = before.filter((step) => step.exchange.endpoint === 'create-response' && idIn(step) !== undefined);
    const id = /\/(\d+)$/.exec(path)?.[1];
    if (endpoint === 'fetch-response') return new Set(created.filter((step) => idIn(step) === id));
    const wanted = created.filter(({ exchange: { requestBody } }) => isFiltered(path, requestBody));
    const found = new Set([...bodyText.matchAll(new RegExp(idOfRecord, 'g'))].map(([, each]) => each));
    const others = created.filter((step) => !wanted.includes(step));
    const ids = new Set(wanted.map(idIn));
    const other =
      others.find((step) => found.has(idIn(step))) ??
      (found.isSubsetOf(ids) ? undefined : others.find(({ exchange }) => isUnmarked(path, exchange.requestBody)));
    return new Set(other === undefined ? wanted : [other, ...wanted]);
  }

  #shown(step: RecordedStep): WitnessStep {
    step.shown ??= witnessStepOf(step.exchange, step.circumstances, this.environment.target.redactor, this.#secrets);
    return step.shown;
  }
}

/** The id of the record that a step created. */
function idIn({ exchange: { bodyText } }: RecordedStep): string | undefined {
  return idOfRecord.exec(bodyText)?.[1];
}

const idOfRecord = /"responseID"\s*:\s*(\d+)\b/;

function isOf({ number }: { readonly number: number }, { circumstances }: RecordedStep): boolean {
  return circumstances.session === number;
}
