import { describe, expect, onTestFinished, test } from 'vitest';
import { RealClock } from '../../../src/client/clock.ts';
import { createTransport } from '../../../src/client/httpTransport.ts';
import { AdministrationClient } from '../../../src/respondent/administrationClient.ts';
import { auditCompletions } from '../../../src/respondent/audit/auditCompletions.ts';
import { type AuditOptions, usualAudit } from '../../../src/respondent/audit/auditOptions.ts';
import { CompletionLedger } from '../../../src/respondent/audit/completionLedger.ts';
import { ClientRecords, countResponses } from '../../../src/respondent/audit/recordSource.ts';
import type { AuditResult } from '../../../src/result/runResult.ts';
import { type AlteredOptions, altered } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { defaultKeys } from '../../../src/service/apiKeys.ts';
import { startService } from '../../../src/service/service.ts';
import { SqliteStore, type Store } from '../../../src/service/store/sqliteStore.ts';
import { targetOptions } from '../../support/targetOptions.ts';
import { completionByHand, runByHand } from './completionsByHand.ts';

async function clientOf(options: AlteredOptions): Promise<AdministrationClient> {
  const service = await startService(altered(options));
  const transport = createTransport(targetOptions(service.baseUrl));
  const clock = new RealClock();
  onTestFinished(async () => {
    clock.clear();
    await transport.close();
    await service.close();
  });
  return new AdministrationClient({ transport, clock, apiKeys: defaultKeys.valid });
}

/** More than a page of a list holds. */
const completions = 120;

function recordsOf(client: AdministrationClient): ClientRecords {
  return new ClientRecords(client, 1001);
}

interface Played {
  readonly ledger: CompletionLedger;
  readonly client: AdministrationClient;
}

interface Shards {
  readonly ledgers: readonly CompletionLedger[];
  readonly client: AdministrationClient;
}

/** Plays completions into a store as the respondent flow would, and keeps account of them. */
async function play(store: Store, options: AlteredOptions = {}): Promise<Played> {
  const client = await clientOf({ store, ...options });
  const ledger = new CompletionLedger();
  for (let index = 0; index < completions; index++) {
    const { held, submitted } = completionByHand(index);
    store.add(held);
    ledger.accepted(submitted);
  }
  return { ledger, client };
}

/** As `play`, with records of just now: but for the first, which a late store shows as well. */
async function playNow(options: AlteredOptions): Promise<Played> {
  const store = new SqliteStore();
  const client = await clientOf({ store, ...options });
  const ledger = new CompletionLedger();
  for (let index = 0; index < completions; index++) {
    const { held, submitted } = completionByHand(index);
    store.add({ ...held, endedAtMs: index === 0 ? 0 : Date.now() });
    ledger.accepted(submitted);
  }
  return { ledger, client };
}

async function audit({ client, ...of }: Played | Shards, changes: Partial<AuditOptions> = {}): Promise<AuditResult> {
  const ledgers = 'ledger' in of ? [of.ledger] : of.ledgers;
  const options = { ...usualAudit, runTag: runByHand, surveyId: 1001, ...changes };
  const audited = await auditCompletions(
    ledgers.map((each) => structuredClone(each.kept())),
    recordsOf(client),
    options,
  );
  audited.close();
  return audited.audit;
}

/** A store in which every 50th completion suffers a fault. */
function storeWith(faultId: string): Store {
  return altered({ faults: chooseFaults(faultId) })
    .around(Date.now)
    .store(new SqliteStore());
}

function tokensOf(result: AuditResult, kind: string): string[] {
  return result.examples.filter((example) => example.kind === kind).map(({ token }) => token);
}

/** Tokens of the respondents with these indexes. */
function named(...indexes: readonly number[]): string[] {
  return indexes.map((index) => completionByHand(index).submitted.token);
}

const sound = {
  completed: completions,
  audited: completions,
  silent: 0,
  stored: completions,
  lost: 0,
  duplicated: 0,
  altered: 0,
  unread: 0,
  foreign: 0,
  misplaced: 0,
  withTexts: expect.any(Number),
  indeterminate: 0,
  visibility: expect.anything(),
  unseen: [],
  examples: [],
};
const fiftieth = [49, 99];

describe('an audit of completions', () => {
  test('finds every one stored once, unaltered', async () => {
    expect(await audit(await play(new SqliteStore()))).toEqual(sound);
  });

  test('names the lost', async () => {
    const result = await audit(await play(storeWith('walk-record-lost')));
    expect(result).toMatchObject({ ...sound, stored: completions - 2, lost: 2, examples: expect.anything() });
    expect(tokensOf(result, 'lost')).toEqual(named(...fiftieth));
  });

  test('says that each tenth is lost', async () => {
    const { ledger, client } = await play(storeWith('walk-record-lost:10'));
    const options = { ...usualAudit, runTag: runByHand, surveyId: 1001 };
    const audited = await auditCompletions([ledger.kept()], recordsOf(client), options);
    const words = 'with every 10th completion';
    expect(audited.conditions.get('lost')).toMatchObject({ words, failed: 12, others: 108 });
    expect([...audited.conditions.keys()]).toEqual(['lost']);
    audited.close();
  });

  test('names the duplicated, with both records', async () => {
    const result = await audit(await play(storeWith('walk-record-doubled')));
    expect(result).toMatchObject({ ...sound, duplicated: 2, examples: expect.anything() });
    expect(tokensOf(result, 'duplicated')).toEqual(named(...fiftieth));
    for (const { responseIds } of result.examples) expect(new Set(responseIds).size).toBe(2);
  });

  test('names those whose answers went to another', async () => {
    const result = await audit(await play(storeWith('walk-record-swapped')));
    expect(result).toMatchObject({ ...sound, foreign: 4, examples: expect.anything() });
    expect(tokensOf(result, 'foreign')).toEqual(named(49, 50, 100, 101));
  });

  test('a record with texts of two respondents belongs to the one whose texts it has', async () => {
    const store = new SqliteStore();
    const played = await play(store);
    const [owner, other] = [completionByHand(1000), completionByHand(1002)];
    for (const { submitted } of [owner, other]) played.ledger.accepted(submitted);
    const mixed = owner.held.answers.map((given) => (given.questionId === 104 ? other.held.answers[3] : given));
    store.add({ ...owner.held, answers: mixed.filter((given) => given !== undefined) });
    store.add(other.held);
    const result = await audit(played);
    expect(result).toMatchObject({
      ...sound,
      completed: completions + 2,
      audited: completions + 2,
      stored: completions + 2,
      foreign: 1,
      examples: expect.anything(),
    });
    expect(tokensOf(result, 'foreign')).toEqual(named(1000));
  });

  test('names those whose text was cut, token or not', async () => {
    const result = await audit(await play(storeWith('walk-record-text-cut')));
    expect(result).toMatchObject({ ...sound, altered: 2, examples: expect.anything() });
    expect(tokensOf(result, 'altered')).toEqual(named(...fiftieth));
  });
});

describe('what an audit leaves open', () => {
  test('completions whose texts the profile gave carry no token: they are counted, and none is called lost', async () => {
    const store = new SqliteStore();
    const played = await play(store);
    for (let index = 1000; index < 1010; index++) {
      const { held, submitted } = completionByHand(index);
      const page = { questions: [], body: '{"u_101":"10101","t_10301":"ada@example.com"}', certain: true };
      store.add({ ...held, answers: held.answers.slice(0, 2) });
      played.ledger.accepted({ ...submitted, pages: [page] });
    }
    expect(await audit(played)).toMatchObject({
      completed: completions + 10,
      stored: completions,
      lost: 0,
      altered: 0,
      examples: [],
    });
  });

  test('a completion without an answer may be stored or not', async () => {
    const store = new SqliteStore();
    const played = await play(store);
    const [stored, lost] = [completionByHand(1000), completionByHand(1001)];
    store.add(stored.held);
    played.ledger.indeterminate(stored.submitted);
    played.ledger.indeterminate(lost.submitted);
    expect(await audit(played)).toEqual({ ...sound, indeterminate: 2 });
  });

  test('answers that were invalid on purpose are not compared', async () => {
    const store = new SqliteStore();
    const played = await play(store);
    const { held, submitted } = completionByHand(1000);
    store.add({ ...held, answers: held.answers.filter(({ kind }) => kind !== 'rank') });
    played.ledger.accepted({ ...submitted, pages: submitted.pages.map((page) => ({ ...page, certain: false })) });
    expect(await audit(played)).toEqual({
      ...sound,
      completed: completions + 1,
      audited: completions + 1,
      stored: completions + 1,
    });
  });

  test('a service whose completed walks become no records is not accused', async () => {
    const client = await clientOf({});
    const ledger = new CompletionLedger();
    ledger.accepted(completionByHand(1).submitted);
    const result = await audit({ ledger, client });
    expect(result).toMatchObject({ completed: 1, audited: 0, silent: 1, stored: 0, lost: 0, unread: 0 });
    // A profile may say that they do.
    const demanded = await audit({ ledger, client }, { demanded: true });
    expect(demanded).toMatchObject({ completed: 1, audited: 1, silent: 0, stored: 0, lost: 1, unseen: [] });
    expect(result.unseen).toEqual([expect.stringContaining('nothing to audit')]);
    expect(await audit({ ledger: new CompletionLedger(), client })).toMatchObject({ completed: 0, unseen: [] });
  });

  test('nor is it where the list grew by records of others meanwhile, or completions carry no text', async () => {
    const store = new SqliteStore();
    const client = await clientOf({ store });
    const before = (await countResponses(recordsOf(client))) ?? 0;
    const ledger = new CompletionLedger();
    const { submitted } = completionByHand(1);
    ledger.accepted(submitted);
    ledger.accepted({ ...submitted, pages: submitted.pages.filter((_, page) => page !== 1) });
    const created = completionByHand(2).held;
    store.add({ ...created, answers: created.answers.filter(({ kind }) => kind !== 'text') });
    expect(await audit({ ledger, client }, { totalBefore: before })).toMatchObject({
      completed: 2,
      silent: 2,
      lost: 0,
      unread: 0,
    });
  });

  test('completions without text are counted', async () => {
    const store = new SqliteStore();
    const client = await clientOf({ store });
    const before = (await countResponses(recordsOf(client))) ?? 0;
    const ledger = new CompletionLedger();
    for (let index = 0; index < 10; index++) {
      const { held, submitted } = completionByHand(3 * index + 1);
      const withoutText = held.answers.filter(({ kind }) => kind !== 'text');
      if (index !== 4) store.add({ ...held, answers: withoutText });
      ledger.accepted({ ...submitted, pages: submitted.pages.filter((_, page) => page !== 1) });
    }
    const result = await audit({ ledger, client }, { totalBefore: before });
    expect(result).toMatchObject({ completed: 10, lost: 1 });
    expect(result.unseen).toEqual([expect.stringContaining('only counted, 1 missing')]);
  });

  test('a key that may not read sees nothing and says so', async () => {
    const store = new SqliteStore();
    const { ledger } = await play(store);
    const client = await clientOf({ store, keys: { valid: ['another'], forbidden: [] } });
    const result = await audit({ ledger, client });
    expect(result).toMatchObject({
      stored: 0,
      lost: 0,
      silent: 0,
      unseen: [expect.stringContaining('HTTP 401')],
    });
  });

  test('completions of surveys that are not audited are counted', async () => {
    const played = await play(new SqliteStore());
    for (const surveyId of [1014, 1002]) {
      played.ledger.accepted({ ...completionByHand(1000).submitted, surveyId });
    }
    const result = await audit(played);
    expect(result.unseen).toEqual(['surveys not audited (conform audits each): 1002, 1014']);
  });
});

test.each([
  { numberIn: 'text', otherTextIn: 'text' },
  { numberIn: 'weight', otherTextIn: 'dynamicExplodeText' },
  { numberIn: 'result', linkForm: 'path', filterSpelling: 'currextPage' },
  { filterWithout: 'none' },
  { filterWithout: '400' },
] as const)('an audit is right where the document leaves open %o', async (variants) => {
  const played = await play(storeWith('walk-record-lost'), { variants });
  const result = await audit(played);
  expect(result).toMatchObject({
    completed: completions,
    stored: completions - 2,
    lost: 2,
    altered: 0,
    duplicated: 0,
    foreign: 0,
    unread: 0,
  });
});

test('ledgers of several threads merge to the same audit', async () => {
  const store = new SqliteStore();
  const client = await clientOf({ store });
  const shards = [new CompletionLedger(), new CompletionLedger(), new CompletionLedger()];
  for (let index = 0; index < completions; index++) {
    const { held, submitted } = completionByHand(index);
    if (index !== 77) store.add(held);
    shards[index % 3]?.accepted(submitted);
  }
  const result = await audit({ ledgers: shards, client });
  expect(result).toMatchObject({ completed: completions, stored: completions - 1, lost: 1, altered: 0 });
  expect(tokensOf(result, 'lost')).toEqual(named(77));
});

describe('a store that shows records late', () => {
  const late = { completionDelay: 'after-3-seconds' };

  test('is waited for, and its delay is measured', async () => {
    const waited: number[] = [];
    const played = await playNow({ variants: late });
    const result = await audit(played, { settleMs: 20_000, onWait: (missing) => waited.push(missing) });
    expect(result).toEqual(sound);
    expect(waited).toEqual([completions - 1]);
    const { after, looks } = result.visibility ?? {};
    expect(looks).toBeGreaterThan(2);
    expect(after?.count).toBe(completions);
    expect(after?.p50).toBeGreaterThan(3_000_000);
  });

  test('loses records that come later than it may take', async () => {
    const result = await audit(await playNow({ variants: late }), { settleMs: 200 });
    expect(result).toMatchObject({ stored: 1, lost: completions - 1 });
  });

  test('a store that shows them at once is asked once, however long one might wait', async () => {
    const { visibility } = await audit(await playNow({}), { settleMs: 20_000 });
    expect(visibility?.looks).toBe(1);
  });
});
