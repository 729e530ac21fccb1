import { Compile, type Validator } from 'typebox/compile';
import type { Clock } from '../../client/clock.ts';
import type { Redactor } from '../../client/redact.ts';
import type { Transport } from '../../client/transport.ts';
import { witnessOfExchanges } from '../../client/witnessStep.ts';
import { envelopes } from '../../contract/envelopes.ts';
import type { Profile } from '../../profile/profile.ts';
import type { AdministrationRequest } from '../../respondent/administration/administrationCalls.ts';
import { AdministrationClient } from '../../respondent/administration/administrationClient.ts';
import type { WalkObserver } from '../../respondent/crowd.ts';
import { outcomeOf } from '../../respondent/walk/outcome.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { RunResult } from '../../result/runResult.ts';
import { type MixedCall, mixedCalls, requestOf, shapeClauses } from './mixedCalls.ts';

export interface AdminMixOptions {
  readonly profile: Profile;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly observer: Pick<WalkObserver, 'onExchange' | 'onViolation'>;
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
  readonly #checks = new Map<string, Validator>();
  readonly #created: RunResult['created'] = [];
  #checked: Record<string, number> = {};
  #failed: Record<string, number> = {};
  #responseIds: readonly number[] = [];
  #fetches = 0;
  #active = 0;

  constructor(options: AdminMixOptions) {
    const { clock, profile, runTag, transport } = options;
    this.#options = options;
    const apiKeys = profile.target.apiKeys.map((key) => key.reveal());
    this.#client = new AdministrationClient({ transport, clock, apiKeys, budget: null });
    this.#marker = `canvass-${runTag}`;
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

  /** Checks of each clause since the last call, failed ones being counted in both. */
  takeChecks(): { checked: Record<string, number>; failed: Record<string, number> } {
    const taken = { checked: this.#checked, failed: this.#failed };
    this.#checked = {};
    this.#failed = {};
    return taken;
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
    if (outcome !== 'ok') return;
    const clause = shapeClauses[endpoint];
    const check = this.#checkOf(endpoint);
    this.#checked[clause] = (this.#checked[clause] ?? 0) + 1;
    if (check.Check(exchange.json)) {
      this.#remember(endpoint, exchange.json);
      return;
    }
    this.#failed[clause] = (this.#failed[clause] ?? 0) + 1;
    const [problem] = check.Errors(exchange.json);
    observer.onViolation({
      clause,
      expected: 'a body of the documented shape',
      actual: redactor.redact(`${problem?.instancePath || 'the body'} ${problem?.message ?? 'is something else'}`),
      witness: () => witnessOfExchanges([exchange], redactor),
    });
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

  #checkOf(endpoint: AdministrationRequest['endpoint']): Validator {
    const known = this.#checks.get(endpoint);
    if (known !== undefined) return known;
    const compiled = Compile(envelopes[endpoint]);
    this.#checks.set(endpoint, compiled);
    return compiled;
  }
}

/** A member of each object, where it is a number. */
function numbersAt(objects: unknown, member: string): number[] {
  if (!Array.isArray(objects)) return [];
  return objects.map((each) => each?.[member]).filter((value) => typeof value === 'number');
}
