import { apiKeyHeader, fieldRateLimits, pathOf } from '../contract/endpoints.ts';
import { keyForms } from '../contract/keyForms.ts';
import { ToolError } from '../errors.ts';
import { defaultKeys, type KeySet } from '../service/apiKeys.ts';
import { parseLatency } from '../service/latency.ts';
import type { RateLimits } from '../service/rateLimiter.ts';
import { type ServiceOptions, startService } from '../service/service.ts';
import { SqliteStore } from '../service/store/sqliteStore.ts';
import type { Survey } from '../service/survey/survey.ts';
import { loadSurveys } from '../service/survey/surveyCatalogue.ts';

/** The embedded service as the command line, or a profile, wants it; null where that says nothing. Plain data. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string | null;
  readonly keys: KeySet | null;
  readonly seed: number | null;
  readonly session: 'cookie' | 'token' | 'both';
  readonly sessionTimeoutSeconds: number | null;
  /** As `lognormal:20:0.5`, in ms. */
  readonly latency: string | null;
  /** As `id,id:200`. */
  readonly faults: string | null;
  /** Each `name=value`. */
  readonly variants: readonly string[];
  /** File that keeps resources. */
  readonly store: string | null;
  /** Folder of survey files. */
  readonly surveys: string | null;
  /** As `300`, or `300/6s`. */
  readonly rateLimit: string | null;
}

/** Starts the embedded service. @throws ToolError for what it does not understand, or a port in use */
export async function serve(options: ServeOptions) {
  const { port, session, host, keys, seed, sessionTimeoutSeconds, latency, store } = options;
  if (sessionTimeoutSeconds === 0) throw new ToolError('USAGE', '--session-timeout takes seconds above 0');
  const service = await startService(
    await changed(options, {
      port,
      session,
      surveys: loadSurveys(options.surveys ?? undefined),
      ...(host === null ? {} : { host }),
      ...(keys === null ? {} : { keys }),
      ...(seed === null ? {} : { seed }),
      ...(sessionTimeoutSeconds === null ? {} : { sessionTimeoutMs: sessionTimeoutSeconds * 1000 }),
      ...(latency === null ? {} : { latency: parseLatency(latency) }),
      ...(store === null ? {} : { store: new SqliteStore(store) }),
      ...(options.rateLimit === null ? {} : { rateLimits: parseRateLimit(options.rateLimit) }),
    }),
  );
  const [key = ''] = defaultKeys.valid;
  const [survey] = service.surveys.values();
  return {
    baseUrl: service.baseUrl,
    /** Commands of curl that take a survey from its first page to its end. */
    walk: survey === undefined ? [] : curlWalk(service.baseUrl, key, survey),
    close: () => service.close(),
  };
}

/** With the faults and variants that are wanted: where there are none, what makes a service another is not even loaded. */
async function changed(
  { faults, variants }: Pick<ServeOptions, 'faults' | 'variants'>,
  options: Omit<ServiceOptions, 'variants' | 'around'>,
): Promise<ServiceOptions> {
  if ((faults ?? '') === '' && variants.length === 0) return options;
  const { altered } = await import('../selftest/altered.ts');
  const { chooseFaults } = await import('../selftest/faults/faults.ts');
  return altered({ ...options, variants: variantsOf(variants), faults: chooseFaults(faults ?? '') });
}

function parseRateLimit(text: string): RateLimits {
  const [, calls, seconds] = /^(\d{1,6})(?:\/(\d{1,4})s)?$/.exec(text) ?? [];
  if (!(Number(calls) > 0) || Number(seconds ?? 60) === 0)
    throw new ToolError(
      'USAGE',
      `--rate-limit takes calls a minute, 300, or with a shorter minute, 300/6s, not "${text}"`,
    );
  const { perKeyPerMinute, perOrganizationPerMinute } = fieldRateLimits;
  const keys = perOrganizationPerMinute / perKeyPerMinute;
  return {
    perKeyPerMinute: Number(calls),
    perOrganizationPerMinute: Number(calls) * keys,
    minuteMs: Number(seconds ?? 60) * 1000,
  };
}

function variantsOf(items: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    items.map((item) => {
      const at = item.indexOf('=');
      if (at < 1) throw new ToolError('USAGE', `--variant takes name=value, not "${item}"; --list-variants shows all`);
      return [item.slice(0, at), item.slice(at + 1)];
    }),
  );
}

/**
 * A walk by hand through the first page of a survey: take, submit, back, with a cookie jar.
 *
 * @param key a key of the service; it is printed, since these lines are there to be pasted.
 */
function curlWalk(baseUrl: string, key: string, survey: Survey): string[] {
  const call = (endpoint: 'take' | 'submit-page' | 'previous-page', more = ''): string => {
    const url = `${baseUrl}${pathOf(endpoint, { survey_id: survey.id })}`;
    return `curl -s -b jar -c jar -H '${apiKeyHeader}: ${key}' ${more}'${url}'`;
  };
  return [
    call('take'),
    call('submit-page', `-H 'content-type: application/json' -d '${JSON.stringify(firstChoices(survey))}' `),
    call('previous-page'),
  ];
}

/** The first answer of each choice on the first page. */
function firstChoices(survey: Survey): Record<string, string | string[]> {
  const body: Record<string, string | string[]> = {};
  for (const { kind, id, answers } of survey.pages[0]?.questions ?? []) {
    const chosen = String(answers[0]?.id);
    if (kind === 'single') body[`${keyForms.single.prefix}${id}`] = chosen;
    if (kind === 'multiple') body[`${keyForms.multiple.prefix}${id}`] = [chosen];
  }
  return body;
}
