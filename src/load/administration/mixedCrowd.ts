import { parseBaseUrl } from '../../client/target.ts';
import { witnessOfExchanges } from '../../client/witnessStep.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { noWay } from '../../judging/classifyAnswer.ts';
import { WalkFindings } from '../../judging/evidence/walkFindings.ts';
import { whereOf } from '../../judging/evidence/where.ts';
import { judgeExchange } from '../../judging/exchangeJudge.ts';
import { AnswerReader } from '../../judging/reading/answer.ts';
import { runMarkOf } from '../../judging/tokens.ts';
import type { Profile } from '../../profile/profile.ts';
import {
  AdministrationClient,
  type AdministrationRequest,
  administrationCalls as calls,
} from '../../respondent/administrationClient.ts';
import type { Crowd, CrowdOptions, WalkCoverage, WalkObserver } from '../../respondent/crowd.ts';
import { type Exchange, outcomeOf } from '../../result/exchange.ts';
import type { RunResult } from '../../result/runResult.ts';
import { addCounts } from '../../result/tally/counts.ts';

/** The administration calls that `load.adminMix` can ask for. Regeneration is none: respondents walk with the keys. */
export const mixedCalls = [
  'createDepartment',
  'listDepartments',
  'createTemplate',
  'updateDatapad',
  'createResponse',
  'listResponses',
  'filterResponses',
  'fetchResponse',
] as const satisfies readonly (keyof Profile['load']['adminMix'])[];
export type MixedCall = (typeof mixedCalls)[number];

/** Which pages are asked for: the first, as a person who looks at a list does. */
const firstPage = { page: 1, perPage: 100 };

/**
 * The request of a call.
 *
 * @param marker stands in the name of everything that is created, so that it can be found and removed.
 * @param responseId a record that is known to exist; without one, a fetch lists instead.
 * @returns null when the profile names nothing that the call could work on.
 */
export function requestOf(
  call: MixedCall,
  admin: Profile['admin'],
  marker: string,
  responseId: EntityId | null,
): AdministrationRequest | null {
  const { datapadId, organizationId, primaryAccountId, surveyId } = admin;
  if (call === 'createDepartment') {
    if (organizationId === null || primaryAccountId === null) return null;
    return calls.createDepartment(organizationId, { name: marker, primaryAccountID: primaryAccountId });
  }
  if (call === 'listDepartments')
    return organizationId === null ? null : calls.listDepartments(organizationId, firstPage);
  if (surveyId === null) return null;
  switch (call) {
    case 'createTemplate': {
      const content = `${marker}\r\n<SURVEY_LINK>\r\n`;
      return calls.createTemplate(surveyId, { isGlobal: false, title: marker, emailSubject: marker, content });
    }
    case 'updateDatapad':
      return datapadId === null ? null : calls.updateDatapad(surveyId, datapadId, `<p>${marker}</p>`);
    case 'createResponse':
      // Whichever of the two a service can filter by.
      return calls.createResponse(surveyId, {
        externalReference: marker,
        customVariables: { custom1: marker },
        responseSet: [],
      });
    case 'listResponses':
      return calls.listResponses(surveyId, firstPage);
    case 'filterResponses':
      return calls.filterResponses(surveyId, { extRef: marker }, firstPage);
    case 'fetchResponse':
      return responseId === null ? calls.listResponses(surveyId, firstPage) : calls.fetchResponse(surveyId, responseId);
  }
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
    const { adminMix } = profile.load;
    this.#due = mixedCalls
      .filter((call) => adminMix[call] > 0)
      .map((call) => ({ call, share: adminMix[call], amount: 0 }));
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
    return mixedCalls.some((call) => load.adminMix[call] > 0);
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
    const known = this.#responseIds[this.#fetches++ % Math.max(1, this.#responseIds.length)] ?? null;
    const request = requestOf(call, this.#options.profile.admin, this.#marker, known);
    if (request === null) return;
    this.#calls++;
    this.#client.call(request).then((exchange) => {
      this.#calls--;
      this.#judge(request, exchange);
    });
  }

  #judge({ endpoint }: AdministrationRequest, exchange: Exchange): void {
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
  #remember(endpoint: AdministrationRequest['endpoint'], json: unknown): void {
    const { response } = json as { response: unknown };
    if (endpoint === 'list-responses') this.#responseIds = numbersAt(response, 'responseID');
    const member = createdIds[endpoint];
    if (member === undefined || this.created.length >= maxCreated) return;
    for (const id of numbersAt([response], member))
      this.created.push({ endpoint, id: String(id), marker: this.#marker });
  }
}

/** A member of each object, where it is a number. */
function numbersAt(objects: unknown, member: string): number[] {
  if (!Array.isArray(objects)) return [];
  return objects.map((each) => each?.[member]).filter((value) => typeof value === 'number');
}
