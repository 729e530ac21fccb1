import type { Clock } from '../../client/clock.ts';
import type { Redactor } from '../../client/redact.ts';
import { parseBaseUrl } from '../../client/target.ts';
import type { Transport } from '../../client/transport.ts';
import { witnessOfExchanges } from '../../client/witnessStep.ts';
import type { TallyCounts } from '../../judging/evidence/clauseTally.ts';
import { judgeExchange } from '../../judging/judgeExchange.ts';
import { AnswerReader } from '../../judging/reading/answer.ts';
import { runMarkOf } from '../../judging/tokens.ts';
import type { Profile } from '../../profile/profile.ts';
import type { AdministrationRequest } from '../../respondent/administration/administrationCalls.ts';
import { AdministrationClient } from '../../respondent/administration/administrationClient.ts';
import type { WalkObserver } from '../../respondent/crowd.ts';
import { outcomeOf } from '../../respondent/walk/outcome.ts';
import { WalkFindings } from '../../respondent/walkFindings.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { RunResult } from '../../result/runResult.ts';
import { type MixedCall, mixedCalls, requestOf } from './mixedCalls.ts';

export interface AdminMixOptions {
  readonly profile: Profile;
  /** The base URL that is really used. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly observer: WalkObserver;
  readonly redactor: Redactor;
  readonly runTag: string;
}

/** A call of the mix, and how much of the next one is due. */
interface Due {
  readonly call: MixedCall;
  readonly share: number;
  amount: number;
}

/** Which member of what was created is its id. */
const createdIds: Partial<Record<AdministrationRequest['endpoint'], string>> = {
  'create-department': 'departmentID',
  'create-template': 'emailTemplateID',
  'create-response': 'responseID',
};

/** Records that are named in the result; beyond them only the marker says what was created. */
const maxCreated = 10_000;

/**
 * Administration calls beside the walks: for each request of the walks the profile's share of each call, evenly. Every
 * answer is judged by its status and its shape, and recorded under its own endpoint with the intent `administration`.
 */
export class AdminMix {
  readonly #options: AdminMixOptions;
  readonly #client: AdministrationClient;
  readonly #due: readonly Due[];
  readonly #marker: string;
  readonly #findings: WalkFindings;
  readonly #reader = new AnswerReader();
  readonly #keys: readonly string[];
  readonly #created: RunResult['created'] = [];
  #responseIds: readonly number[] = [];
  #fetches = 0;
  #active = 0;

  constructor(options: AdminMixOptions) {
    const { clock, profile, runTag, transport } = options;
    this.#options = options;
    this.#findings = new WalkFindings(options.observer);
    const apiKeys = profile.target.apiKeys.map((key) => key.reveal());
    this.#keys = apiKeys;
    this.#client = new AdministrationClient({ transport, clock, apiKeys, budget: null });
    this.#marker = runMarkOf(runTag);
    const { adminMix } = profile.load;
    this.#due = mixedCalls
      .filter((call) => adminMix[call] > 0)
      .map((call) => ({ call, share: adminMix[call], amount: 0 }));
  }

  /** Whether the profile asks for any call. */
  static isWanted({ load }: Profile): boolean {
    return mixedCalls.some((call) => load.adminMix[call] > 0);
  }

  /** Calls under way. */
  get active(): number {
    return this.#active;
  }

  /** What was created so far, so that it can be removed. */
  get created(): RunResult['created'] {
    return this.#created;
  }

  /** A request of a walk has ended: sends what is due with it. */
  onWalkRequest(): void {
    for (const due of this.#due) {
      due.amount += due.share;
      while (due.amount >= 1) {
        due.amount--;
        this.#send(due.call);
      }
    }
  }

  /** Checks of each clause, and answers to open questions, since the last call. */
  takeChecks(): TallyCounts {
    return this.#findings.tally.takeCounts();
  }

  #send(call: MixedCall): void {
    const { admin } = this.#options.profile;
    const known = this.#responseIds[this.#fetches++ % Math.max(1, this.#responseIds.length)] ?? null;
    const request = requestOf(call, admin, this.#marker, known);
    if (request === null) return;
    this.#active++;
    this.#client.call(request).then((exchange) => {
      this.#active--;
      this.#judge(request, exchange);
    });
  }

  #judge({ endpoint }: AdministrationRequest, exchange: Exchange): void {
    const { observer, redactor } = this.#options;
    const outcome = outcomeOf(exchange, false);
    observer.onExchange(exchange, outcome, 'administration');
    const source = {
      witness: () => witnessOfExchanges([exchange], redactor),
      redact: (text: string) => redactor.redact(text),
    };
    const circumstances = {
      basePath: parseBaseUrl(this.#options.baseUrl).prefix,
      isContractual: true,
      mayFail: false,
      token: '',
      keys: this.#keys,
      sessionIds: [],
    };
    const answer = this.#reader.read(exchange);
    judgeExchange(this.#findings.about(source, exchange), answer, circumstances);
    if (answer.reading.kind === 'administration') this.#remember(endpoint, exchange.json);
  }

  /** Keeps the ids that fetches need, and those of what was created. */
  #remember(endpoint: AdministrationRequest['endpoint'], json: unknown): void {
    const { response } = json as { response: unknown };
    if (endpoint === 'list-responses') this.#responseIds = numbersAt(response, 'responseID');
    const member = createdIds[endpoint];
    if (member === undefined || this.#created.length >= maxCreated) return;
    for (const id of numbersAt([response], member))
      this.#created.push({ endpoint, id: String(id), marker: this.#marker });
  }
}

/** A member of each object, where it is a number. */
function numbersAt(objects: unknown, member: string): number[] {
  if (!Array.isArray(objects)) return [];
  return objects.map((each) => each?.[member]).filter((value) => typeof value === 'number');
}
