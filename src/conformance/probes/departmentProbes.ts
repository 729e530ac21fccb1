import { type EntityId, isEntityId } from '../../contract/entityId.ts';
import { asText } from '../../contract/jsonShape.ts';
import { itemsIn, type Json, objectIn, pagingIn } from '../../judging/reading/administrationAnswer.ts';
import {
  judgeDepartmentIds,
  judgeListDefaults,
  judgeListedDepartment,
  judgeMadeDepartment,
  type MadeDepartment,
} from '../../judging/rules/departments.ts';
import { observeUnknown } from '../../judging/rules/errorBodies.ts';
import { sorted } from '../../judging/rules/pagination.ts';
import { digitsOf, textVarieties, variedText } from '../../respondent/answers/texts.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { hostile } from '../drive/probeSession.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { judgeListed } from './listedItems.ts';
import { walkList } from './listPages.ts';
import type { Probe } from './probeContext.ts';

/** 4. POST departments, 5. GET departments. */
export const departments: Probe = {
  id: 'departments',
  area: 'create-department',
  asks: ['Q-HTTP-CREATE-DEPARTMENT', 'Q-MANDATORY-DEPARTMENT-NAME', 'Q-MANDATORY-PRIMARY-ACCOUNT'],
  lacks: lacksAdmin('organizationId', 'mutate'),
  async run(context) {
    const admin = new Administrator(context);
    const accounts = await learnAccounts(admin);
    // Whoever lists before and after sees whether the totals follow.
    await admin.granted('list-departments', { query: 'page=1&perPage=1' });
    const sinceMs = admin.now();
    const made = await createDepartments(admin, accounts);
    const all = { endpoint: 'list-departments', all: made, sinceMs, member: 'name', sentOf } as const;
    await judgeListed(admin, all, judgeListedDepartment);
    await walkList(admin, { endpoint: 'list-departments', smallest: 2 });
    await askMandatory(admin, accounts[0] ?? 0);
  },
};

/** 5. GET departments, without changing anything. */
export const departmentList: Probe = {
  id: 'department-list',
  area: 'list-departments',
  asks: ['Q-HTTP-LIST', 'Q-LINK-FORM', 'Q-PAGING-OLD-NAMES', 'Q-UNKNOWN-ORGANIZATION', 'Q-MALFORMED-ID'],
  lacks: lacksAdmin('organizationId'),
  async run(context) {
    const admin = new Administrator(context);
    for (const [query, perPage] of [
      ['', 100],
      ['page=1', 100],
      ['perPage=1', 1],
      ['perPage=2', 2],
    ] as const) {
      const before = await admin.granted('list-departments', { query: `page=1&perPage=${perPage}` });
      const usual = await admin.call('list-departments', { query });
      const after = await admin.granted('list-departments', { query: `page=1&perPage=${perPage}` });
      // One of several stores may lag, and answer in between.
      const lists = [before, usual, after].map((list) => pagingIn(list)?.totalItems);
      const isStill = new Set(lists).size === 1 && sorted(before) === sorted(after);
      judgeListDefaults(usual.findingsWith(before), usual, after, isStill);
    }
    const unknown = await admin.call('list-departments', { ids: { organizationId: 987654321 } });
    observeUnknown(unknown.findings, 'Q-UNKNOWN-ORGANIZATION', unknown);
    const malformed = await admin.strange('list-departments', '/a/api/v2/organizations/abc/departments');
    observeUnknown(malformed.findings, 'Q-MALFORMED-ID', malformed);
    // What a list of records is asked for too: each refusal has the members of an error.
    for (const query of ['page=0&perPage=2', 'page=1&perPage=0', 'page=abc']) {
      await admin.call('list-departments', { query, departure: hostile });
    }
  },
};

/** Accounts that the service is known to have: the profile's, and those of departments; and 0, for none, which it may refuse. */
async function learnAccounts(admin: Administrator): Promise<readonly EntityId[]> {
  const list = await admin.granted('list-departments', { query: 'page=1&perPage=100' });
  const accounts = accountsIn(admin, list);
  if (accounts.length === 0)
    throw new ProbeBlocked('no account is known: no department shows one, nor does the profile');
  return [...new Set([...accounts.slice(0, 3), 0])];
}

/** The profile's account, and those that a list of departments shows. */
export function accountsIn({ context }: Administrator, list: ProbeExchange): readonly EntityId[] {
  const { primaryAccountId } = context.settings.admin;
  const shown = itemsIn(list).flatMap(({ primaryAccountID }) =>
    isEntityId(primaryAccountID) ? [primaryAccountID] : [],
  );
  return [...new Set([...(primaryAccountId === null ? [] : [primaryAccountId]), ...shown])];
}

const sentOf = ({ sent }: Made): Json => sent;

interface Made extends MadeDepartment {
  readonly exchange: ProbeExchange;
}

/** Each kind of name, and each account; what is refused is left out. @throws ProbeBlocked when all are. */
async function createDepartments(admin: Administrator, accounts: readonly EntityId[]): Promise<readonly Made[]> {
  const plain = accounts
    .concat(accounts[0] ?? 0)
    .map((primaryAccountID) => ({ name: admin.marker(), primaryAccountID }));
  const varied = Array.from({ length: textVarieties }, (_, at) => ({
    name: variedText(admin.marker(), at),
    primaryAccountID: accounts[0] ?? 0,
  }));
  const padded = { name: `  ${admin.marker()}\t`, primaryAccountID: accounts[0] ?? 0 };
  // Digits alone are a text all the same.
  const bodies = [...plain, ...varied, padded, { ...padded, name: digitsOf(admin.marker()) }];
  const exchanges = await Promise.all(bodies.map((body) => admin.call('create-department', { body })));
  const made = bodies.flatMap((sent, at): Made[] => {
    const exchange = exchanges[at];
    if (exchange === undefined || !isGranted(exchange)) return [];
    const created = objectIn(exchange);
    const department = { id: asText(created.departmentID), sent, created, exchange };
    judgeMadeDepartment(exchange.findings, department);
    admin.created('create-department', department.id, sent.name.slice(0, 60));
    return [department];
  });
  // The account that the profile names comes first: which is no account of the service is its mistake.
  const { primaryAccountId } = admin.context.settings.admin;
  const [first] = exchanges;
  if (primaryAccountId !== null && first !== undefined && !isGranted(first) && made.length > 0)
    throw new ProbeBlocked(
      `create-department refused admin.primaryAccountId ${primaryAccountId} (${first.name}): is it right?`,
    );
  const last = made.at(-1)?.exchange;
  if (last === undefined) throw new ProbeBlocked(`no department was created: ${exchanges[0]?.name}`);
  judgeDepartmentIds(
    last.findingsWith(...made.map(({ exchange }) => exchange)),
    made.map(({ id }) => id),
  );
  return made;
}

async function askMandatory(admin: Administrator, primaryAccountID: EntityId): Promise<void> {
  const ask = async (
    question: 'Q-MANDATORY-DEPARTMENT-NAME' | 'Q-MANDATORY-PRIMARY-ACCOUNT',
    body: object,
    marker: string,
  ) => {
    const exchange = await admin.call('create-department', { body });
    exchange.findings.observe(question, isGranted(exchange) ? 'optional' : 'mandatory');
    if (isGranted(exchange)) admin.created('create-department', objectIn(exchange).departmentID, marker);
  };
  await ask('Q-MANDATORY-DEPARTMENT-NAME', { primaryAccountID }, '');
  const name = admin.marker();
  await ask('Q-MANDATORY-PRIMARY-ACCOUNT', { name }, name);
}
