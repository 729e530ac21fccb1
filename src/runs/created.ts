import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { pathOf, queryText } from '../contract/endpoints.ts';
import type { EntityId } from '../contract/entityId.ts';
import { isRunMark, tokenPrefix } from '../judging/tokens.ts';
import { readResultFiles } from '../result/resultFile.ts';
import type { RunResult } from '../result/runResult.ts';

/** What one run created of one kind, and how its owner finds it. */
export interface CreatedThings {
  readonly run: string;
  readonly baseUrl: string;
  readonly resource: string;
  readonly ids: readonly string[];
  /** Texts that they carry. */
  readonly marks: readonly string[];
  /** Requests that show them, `GET /a/api/v2/…`; none where the document has none. */
  readonly find: readonly string[];
}

const Recorded = Compile(
  Type.Object({
    admin: Type.Object({
      organizationId: Type.Union([Type.Integer(), Type.Null()]),
      surveyId: Type.Union([Type.Integer(), Type.Null()]),
    }),
  }),
);

/**
 * Lists what runs created on their targets: the document has no call that deletes anything, so their owners need to
 * find it.
 *
 * @param paths of results, or of folders with runs
 * @throws ToolError RESULT_UNREADABLE
 */
export async function createdBy(paths: readonly string[]): Promise<CreatedThings[]> {
  const read = await readResultFiles(paths, 'runs');
  return read.flatMap(({ result }) => [...thingsOf(result), ...walkedOf(result)]);
}

function thingsOf({ created, profile, run, target }: RunResult): CreatedThings[] {
  const ids = Recorded.Check(profile) ? profile.admin : { organizationId: null, surveyId: null };
  return [...Map.groupBy(created, ({ endpoint }) => endpoint)].map(([endpoint, things]) => {
    return {
      run: run.id,
      baseUrl: target.baseUrl,
      resource: endpoint.replace(/^create-/, ''),
      ids: things.map(({ id }) => id),
      marks: [...new Set(things.map(({ marker }) => marker))],
      find: finds(endpoint, ids, things),
    };
  });
}

function finds(
  endpoint: string,
  { organizationId, surveyId }: { readonly organizationId: EntityId | null; readonly surveyId: EntityId | null },
  things: RunResult['created'],
): string[] {
  if (endpoint === 'create-department' && organizationId !== null) {
    return [`GET ${pathOf('list-departments', { organization_id: organizationId })}`];
  }
  if (endpoint !== 'create-response' || surveyId === null) return [];
  const parameters = { survey_id: surveyId };
  // What tests `custom1` itself, or what a record without it becomes, has a mark of its own.
  const shared = new Set(things.map(({ marker }) => marker).filter(isRunMark));
  const single = things.filter(({ marker }) => !shared.has(marker));
  return [
    ...[...shared].map((custom1) => `GET ${pathOf('filter-responses', parameters)}?${queryText({ custom1 })}`),
    ...single.map(({ id }) => `GET ${pathOf('fetch-response', parameters).replace('<response_id>', id)}`),
  ];
}

/** Responses that respondents completed: their records carry tokens in free texts, those of a load all the run's. */
function walkedOf({ kind, respondents, run, target }: RunResult): CreatedThings[] {
  const probes = kind === 'conform' ? 'probes and of ' : '';
  if (respondents.completed === 0 && probes === '') return [];
  const resource = `responses of ${probes}${respondents.completed} respondents who completed a survey`;
  const mark = kind === 'load' ? `${tokenPrefix}${run.id}-` : tokenPrefix;
  return [{ run: run.id, baseUrl: target.baseUrl, resource, ids: [], marks: [mark], find: [] }];
}
