import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/service/service.ts';
import { SqliteStore } from '../../src/service/store/sqliteStore.ts';
import { DatabaseSync } from '../../src/sqlite.ts';
import { folderOf } from '../support/folder.ts';
import { AdministratorByHand } from './administration/administratorByHand.ts';
import { RespondentByHand } from './respondentByHand.ts';

let folder: string;
beforeEach(() => {
  folder = folderOf({});
});

/** Starts a service on the store file, does something with it, and ends it. */
async function during<Result>(act: (service: RunningService) => Promise<Result>): Promise<Result> {
  const service = await startService({ store: new SqliteStore(join(folder, 'store.db')) });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

/** Walks the survey with a quota of five to its end. */
async function complete(service: RunningService): Promise<string> {
  const respondent = new RespondentByHand(service, 1017);
  await respondent.take();
  await respondent.submit({ u_1701: '170101' });
  const { body } = await respondent.submit({ t_170201: 'hello' });
  return body.response.status;
}

test('a quota counts the completions from before a restart', async () => {
  for (let i = 0; i < 3; i++) await during(complete);
  const ends = await during(async (service) => [await complete(service), await complete(service)]);
  expect(ends).toEqual(['survey_complete', 'survey_complete']);
  const taken = await during((service) => new RespondentByHand(service, 1017).take());
  expect(taken.body.response.status).toBe('quota_full');
});

test('a key that was replaced stays dead after a restart, and its replacement lives', async () => {
  const path = '/organizations/1/departments';
  const fresh = await during(async (service) => {
    const holder = new AdministratorByHand(service);
    holder.key = (await holder.get('/apikey/regenerate')).body.response.apiKey;
    return (await holder.get('/apikey/regenerate')).body.response.apiKey;
  });
  const statuses = await during(async (service) => {
    const holder = new AdministratorByHand(service);
    const withOld = await holder.get(path);
    holder.key = fresh;
    return [withOld.httpStatus, (await holder.get(path)).httpStatus];
  });
  expect(statuses).toEqual([401, 200]);
});

test.each([
  ['a row of zeros', 'UPDATE response SET source = char(0, 0, 0)'],
  ['a row that is another', "UPDATE response SET source = '0'"],
])('a store with %s is refused as it is opened', async (_, damage) => {
  await during(complete);
  const file = join(folder, 'store.db');
  const database = new DatabaseSync(file);
  database.exec(damage);
  database.close();
  expect(() => new SqliteStore(file)).toThrow(/store\.db is damaged/);
});
