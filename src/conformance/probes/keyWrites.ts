import { type Json, objectIn } from '../../judging/reading/administration.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { type Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { type LearntSurvey, learnSurvey, leastSet } from './learntSurvey.ts';
import type { ProbeContext } from './probeContext.ts';

/** A call that changes something. */
export interface Write {
  readonly endpoint: 'create-response' | 'create-department';
  readonly id: 'responseID' | 'departmentID';
  readonly bodyOf: (marker: string) => Json;
}

/** What the key in use may write: what the profile allows, the service shows how to write, and then takes. */
export async function learnWrites(context: ProbeContext, admin: Administrator): Promise<readonly Write[]> {
  const allowed: Write[] = [];
  for (const each of await thinkableWrites(context, admin)) if (isGranted(await write(admin, each))) allowed.push(each);
  return allowed;
}

async function thinkableWrites({ settings }: ProbeContext, admin: Administrator): Promise<readonly Write[]> {
  const writes: Write[] = [];
  const survey = lacksAdmin('surveyId', 'mutate')(settings) === null ? await learntOrNone(admin) : null;
  if (survey !== null) {
    const bodyOf = (marker: string): Json => ({ responseSet: leastSet(survey, marker), externalReference: marker });
    writes.push({ endpoint: 'create-response', id: 'responseID', bodyOf });
  }
  const { primaryAccountId } = settings.admin;
  if (lacksAdmin('organizationId', 'mutate')(settings) === null && primaryAccountId !== null) {
    const bodyOf = (name: string): Json => ({ name, primaryAccountID: primaryAccountId });
    writes.push({ endpoint: 'create-department', id: 'departmentID', bodyOf });
  }
  return writes;
}

async function learntOrNone(admin: Administrator): Promise<LearntSurvey | null> {
  try {
    return await learnSurvey(admin);
  } catch (error) {
    if (error instanceof ProbeBlocked) return null;
    throw error;
  }
}

/** Writes once. */
export async function write(admin: Administrator, { endpoint, id, bodyOf }: Write): Promise<ProbeExchange> {
  const marker = admin.marker();
  const exchange = await admin.call(endpoint, { body: bodyOf(marker) });
  if (isGranted(exchange)) admin.created(endpoint, objectIn(exchange)[id], marker);
  return exchange;
}
