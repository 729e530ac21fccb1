import { parseBaseUrl } from '../../client/target.ts';
import { witnessOfExchanges } from '../../client/witnessStep.ts';
import { createdIds, type EndpointId } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { noWay } from '../../judging/classifyAnswer.ts';
import { WalkFindings } from '../../judging/evidence/walkFindings.ts';
import { whereOf } from '../../judging/evidence/where.ts';
import { judgeExchange } from '../../judging/exchangeJudge.ts';
import { AnswerReader } from '../../judging/reading/answer.ts';
import { runMarkOf } from '../../judging/tokens.ts';
import { mixedEndpointOf, pathIdsOf } from '../../profile/adminIds.ts';
import type { Profile } from '../../profile/profile.ts';
import { type AdministrationCall, AdministrationClient } from '../../respondent/administrationClient.ts';
import type { Crowd, CrowdOptions, WalkCoverage, WalkObserver } from '../../respondent/crowd.ts';
import { type Exchange, outcomeOf } from '../../result/exchange.ts';
import type { RunResult } from '../../result/runResult.ts';
import { addCounts } from '../../result/tally/counts.ts';

type MixedCall = Pick<AdministrationCall, 'endpoint' | 'query' | 'body'>;

/** Which pages are asked for: the first, as a person who looks at a list does. */
const firstPage = { page: 1, perPage: 100 };

/**
 * What a call says beside the ids of its path. Regeneration is none of them: respondents walk with the keys.
 *
 * @param marker stands in the name of everything that is created, so that it can be found and removed.
 */
function mixedCall(endpoint: EndpointId, marker: string, { primaryAccountId }: Profile['admin']): MixedCall {
  switch (endpoint) {
    case 'create-department':
      return { endpoint, body: { name: marker, primaryAccountID: primaryAccountId } };
    case 'create-template': {
      const content = `${marker}\r\n<SURVEY_LINK>\r\n`;
      return { endpoint, body: { isGlobal: false, title: marker, emailSubject: marker, content } };
    }
    case 'update-datapad':
      return { endpoint, body: { analysisHtmlText: `<p>${marker}</p>` } };
    case 'create-response':
      // Whichever of the two a service can filter by.
      return { endpoint, body: { externalReference: marker, customVariables: { custom1: marker }, responseSet: [] } };
    case 'filter-responses':
      return { endpoint, query: { extRef: marker, ...firstPage } };
    case 'list-departments':
    case 'list-responses':
      return { endpoint, query: firstPage };
    case 'fetch-response':
      return { endpoint };
    default:
      throw new RangeError(`load.adminMix has no ${endpoint}`);
  }
}

/** Records that are named in the result; beyond them only the marker says what was created. */
const maxCreated = 10_000;

/**
 * A crowd of respondents with administration calls beside their walks: for each request of the walks the profile's share
 * of each call, evenly. Every answer to a call is judged by its status and its shape, and recorded under its own endpoint
 * with the intent `administration`.
 */
export class MixedCrowd implements Crowd {
  readonly #options: CrowdOptions;
  readonly #crowd: Crowd;
  readonly #client: AdministrationClient;
  /** The calls of the mix, and how much of the next one is due. */
  readonly #due: readonly { readonly call: MixedCall; readonly share: number; amount: number }[];
  readonly #ids: Readonly<Record<string, EntityId>>;
  readonly #marker: string;
  readonly #findings: WalkFindings;
  readonly #reader = new AnswerReader();
  readonly #keys: readonly string[];
  /** What the calls created so far, so that it can be removed. */
  readonly created: RunResult['created'] = [];
  #responseIds: readonly number[] = [];
  #fetches = 0;
  #calls = 0;

  /** @param createCrowd makes the crowd of respondents with the observer that it is given. */
  constructor(options: CrowdOptions, createCrowd: (options: CrowdOptions) => Crowd) {
    const { clock, observer, profile, run, transport } = options;
    this.#options = options;
    this.#findings = new WalkFindings(observer);
    this.#keys = profile.target.apiKeys.map((key) => key.reveal());
    this.#client = new AdministrationClient({ transport, clock, apiKeys: this.#keys });
    this.#marker = runMarkOf(run);
    const { admin, load } = profile;
    this.#ids = pathIdsOf(admin);
    this.#due = wantedIn(load).map(([call, share]) => ({
      call: mixedCall(mixedEndpointOf(call), this.#marker, admin),
      share,
      amount: 0,
    }));
    const watched: WalkObserver = {
      onExchange: (exchange, outcome, intent) => {
        observer.onExchange(exchange, outcome, intent);
        this.#onWalkRequest();
      },
      onViolation: (event) => observer.onViolation(event),
      onObservation: (...observed) => observer.onObservation(...observed),
      onWalkEnd: (walk) => observer.onWalkEnd(walk),
    };
    this.#crowd = createCrowd({ ...options, observer: watched });
  }

  /** Whether the profile asks for any call. */
  static isWanted({ load }: Profile): boolean {
    return wantedIn(load).length > 0;
  }

  /** Respondents; when none is left, the administration calls that are still under way. */
  get active(): number {
    return this.#crowd.active || this.#calls;
  }

  start(index: number, intendedMs: number): void {
    this.#crowd.start(index, intendedMs);
  }

  stop(): void {
    this.#crowd.stop();
  }

  takeCoverage(): WalkCoverage {
    const coverage = this.#crowd.takeCoverage();
    const checks = this.#findings.tally.takeCounts();
    const checked = { ...coverage.checked };
    const failed = { ...coverage.failed };
    addCounts(checked, checks.checked);
    addCounts(failed, checks.failed);
    const places = { ...coverage.places, ...checks.places };
    return { ...coverage, checked, failed, places, observed: [...coverage.observed, ...checks.observed] };
  }

  /** A request of a walk has ended: sends what is due with it. */
  #onWalkRequest(): void {
    for (const due of this.#due) {
      due.amount += due.share;
      for (; due.amount >= 1; due.amount--) this.#send(due.call);
    }
  }

  #send(call: MixedCall): void {
    let request: AdministrationCall = { ...call, ids: this.#ids };
    if (call.endpoint === 'fetch-response') {
      const known = this.#responseIds[this.#fetches++ % Math.max(1, this.#responseIds.length)];
      // Where no record is known, a list shows some.
      request =
        known === undefined
          ? { endpoint: 'list-responses', ids: this.#ids, query: firstPage }
          : { ...call, ids: { ...this.#ids, response_id: known } };
    }
    this.#calls++;
    this.#client.call(request).then((exchange) => {
      this.#calls--;
      this.#judge(request, exchange);
    });
  }

  #judge({ endpoint }: AdministrationCall, exchange: Exchange): void {
    const { baseUrl, observer, redactor } = this.#options;
    observer.onExchange(exchange, outcomeOf(exchange, false), 'administration');
    const source = {
      witness: () => witnessOfExchanges([exchange], redactor),
      redact: (text: string) => redactor.redact(text),
      way: () => noWay,
    };
    const answer = this.#reader.read(exchange);
    judgeExchange(this.#findings.about(source, exchange, whereOf(answer)), answer, {
      basePath: parseBaseUrl(baseUrl).prefix,
      isContractual: true,
      mayFail: false,
      token: '',
      keys: this.#keys,
      sessionIds: [],
    });
    if (answer.reading.kind === 'administration') this.#remember(endpoint, exchange.json);
  }

  /** Keeps the ids that fetches need, and those of what was created. */
  #remember(endpoint: EndpointId, json: unknown): void {
    const { response } = json as { response: unknown };
    if (endpoint === 'list-responses') this.#responseIds = numbersAt(response, 'responseID');
    const member = createdIds[endpoint];
    if (member === undefined || this.created.length >= maxCreated) return;
    for (const id of numbersAt([response], member))
      this.created.push({ endpoint, id: String(id), marker: this.#marker });
  }
}

/** The calls that a profile asks for, each with its share. */
function wantedIn({ adminMix }: Profile['load']): [call: string, share: number][] {
  return Object.entries(adminMix).filter(([, share]) => share > 0);
}

/** A member of each object, where it is a number. */
function numbersAt(objects: unknown, member: string): number[] {
  if (!Array.isArray(objects)) return [];
  return objects.map((each) => each?.[member]).filter((value) => typeof value === 'number');
}
