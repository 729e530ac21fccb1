import type { EntityId } from '../../contract/entityId.ts';
import type { SeenService } from './lookAtService.ts';
import type { SeenSurvey } from './lookAtSurvey.ts';

/** What the command line says of a service that is looked at. */
export interface NamedService {
  readonly baseUrl: string;
  readonly surveys: readonly EntityId[];
  /** Variable of the environment that holds the key. */
  readonly keyVariable: string;
  readonly authorization: string | null;
}

/** Respondents who arrive a second where nothing limits them. */
const plainArrivalsPerSecond = 5;

/**
 * A profile for a service as it was seen, with comments that say what was seen.
 *
 * @param perMinute calls that the service allows a minute; `null` where it says nothing
 * @param schema where an editor finds the schema of profiles, seen from this one; `null` for nowhere
 */
export function profileText(
  service: NamedService,
  seen: SeenService,
  perMinute: number | null,
  schema: string | null,
  today: string,
): string {
  const shown = seen.surveys.filter(({ pages }) => pages.length > 0);
  const refusing = shown.filter(({ goesBack }) => goesBack === false);
  const [noBack] = refusing.length === 1 && shown.every(({ goesBack }) => goesBack !== null) ? refusing : [];
  const steps = Math.max(3, ...shown.map(({ pages, end }) => (end === null ? 5 : pages.length + 2)));
  const rate = perMinute === null ? plainArrivalsPerSecond : Math.floor((80 * perMinute) / 60 / steps) / 100;
  const lines = [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    `# Written by \`canvass init\` on ${today}, from ${seen.requests} requests to ${service.baseUrl}. Every key: docs/profile.md of canvass.`,
    'target:',
    `  baseUrl: ${service.baseUrl}`,
    `  apiKeys: ["\${${service.keyVariable}}"] # from the environment only; "\${CANVASS_SECOND_KEY}", another valid key behind it, has more tested`,
    `  # forbiddenApiKey: "\${CANVASS_FORBIDDEN_KEY}" # a key that may not administer: docs/profile.md`,
    service.authorization === null
      ? '  # authorization: "OPS-123, allowed by Ada" # needed for any host that is not loopback'
      : `  authorization: ${JSON.stringify(service.authorization)}`,
    `  session: ${sessionTransport(shown)} # what carried the session when it was looked at`,
    '  # release: BETA # a label for reports and for what is accepted in the baseline',
    ...limitLines(seen),
    '',
    'surveys:',
    '  walk:',
    ...shown.flatMap((survey) => [...surveyComments(survey), `    - { id: ${survey.id}, weight: 1 }`]),
    ...roleLines(seen.surveys, noBack?.id ?? null, refusing),
    ...(seen.surveys.some(({ role }) => role === 'missing')
      ? []
      : seen.missing === null
        ? ['  # missing: 999999 # an id that no survey has']
        : [`  missing: ${seen.missing} # no survey has this id`]),
    ...requiredLines(shown),
    '',
    '# What the administration endpoints work on. Nothing is created or changed unless `mutate` allows it.',
    '# `regenerateKey: true` tests that a replaced key expires: the first of `apiKeys` is dead after each `conform`.',
    '# admin: { organizationId: 1, primaryAccountId: 7, surveyId: 1001, datapadId: 5, mutate: true, regenerateKey: false }',
    '',
    'respondent:',
    '  # How long people look at a page: half of them less than `median`. `distribution: none` walks as fast as it can.',
    '  thinkTimeMs: { distribution: lognormal, median: 2000, sigma: 0.6 }',
    '',
    'load:',
    `  # Respondents that arrive a second${perMinute === null ? '' : `: at ${steps} requests each it stays below ${perMinute} calls a minute`}.`,
    `  stages: [{ durationSeconds: 30, arrivalsPerSecond: ${Math.max(0.05, rate)} }]`,
    '  warmupSeconds: 2',
    '',
    'thresholds:',
    '  - "violations == 0"',
    '  - "errors.rate < 0.1%"',
    `  # Half of the answers took less than ${seen.medianMs.toFixed(seen.medianMs < 10 ? 1 : 0)} ms when it was looked at.`,
    '  - "latency.p99 < 1000ms"',
  ];
  return `${lines.join('\n')}\n`;
}

function sessionTransport(surveys: readonly SeenSurvey[]): 'cookie' | 'token' | 'auto' {
  const seen = new Set(surveys.flatMap(({ transports }) => transports));
  const [only] = seen;
  return seen.size === 1 && only !== undefined ? only : 'auto';
}

function limitLines({ limits, throttled }: SeenService): string[] {
  const answered = throttled === 0 ? 'no request was refused with 429' : `${throttled} requests were refused with 429`;
  const said = limits.length === 0 ? 'no header names one' : limits.join('; ');
  return [
    `  # Rate limit: ${answered}; ${said}.`,
    '  # rateBudget: { perKeyPerMinute: 300, perOrganizationPerMinute: 2400 }',
  ];
}

function surveyComments({ pages, end, goesBack, id }: SeenSurvey): string[] {
  const kinds = [...new Set(pages.flatMap((page) => page.kinds))].join(', ');
  const forms = [...new Set(pages.flatMap((page) => page.keyForms))].join(', ');
  if (end === null)
    return [`    # ${id}: first page with ${count(pages[0]?.questions.length ?? 0, 'question')} (${kinds}).`];
  const back = goesBack === null ? '' : goesBack ? '; going back is allowed' : '; going back is not allowed';
  return [`    # ${id}: ${count(pages.length, 'page')} to ${end}; ${kinds}; keys: ${forms}${back}.`];
}

function roleLines(surveys: readonly SeenSurvey[], noBack: EntityId | null, refusing: readonly SeenSurvey[]): string[] {
  const playing = surveys.flatMap(({ role, id }) => (role === null ? [] : [{ role, id }]));
  const first = new Map(playing.toReversed().map(({ role, id }) => [role, id]));
  const others = surveys.filter(
    ({ pages, role, id }) => pages.length === 0 && (role === null || first.get(role) !== id),
  );
  return [
    ...(noBack === null
      ? refusing.map(({ id }) => `  # noBack: ${id} # says with it that all others allow going back`)
      : [`  noBack: ${noBack} # and all others allow going back`]),
    ...[...first].toReversed().map(([role, id]) => `  ${role}: ${id}`),
    ...others.map(({ id, answer }) => `  # ${id} answered ${answer}`),
    ...(playing.some(({ role }) => role !== 'missing')
      ? []
      : ['  # closed: 1004 # surveys that play a role let more clauses be exercised: docs/profile.md']),
  ];
}

function requiredLines(surveys: readonly SeenSurvey[]): string[] {
  const walked = surveys.filter(({ end }) => end !== null);
  if (walked.length === 0)
    return ['  # required: { 1001: [101, 103] } # question ids; `canvass init --walk` finds them'];
  const lists = walked
    .map(({ id, pages }) => ({ id, required: [...new Set(pages.flatMap((page) => page.required))] }))
    .filter(({ required }) => required.length > 0);
  if (lists.length === 0) return ['  # Nothing was required: pages without answers were accepted.'];
  return [
    '  # Named by the service when nothing was answered.',
    '  required:',
    ...lists.map(({ id, required }) => `    ${id}: [${required.join(', ')}]`),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
