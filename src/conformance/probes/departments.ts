import { limits } from '../../contract/limits.ts';
import { pagingOf } from '../checks/pagination.ts';
import { shown } from '../ledger/judge.ts';
import { Administrator, judgeTableError, lacksAdmin, listIn, objectIn } from './administrator.ts';
import { judgePagingLaw } from './pagingLaw.ts';
import type { Probe } from './probeContext.ts';

/** 4. POST departments, 5. GET departments. */
export const departments: Probe = {
  id: 'departments',
  area: 'create-department',
  clauses: [
    'ROUTE-CREATE-DEPARTMENT-01',
    'DEPARTMENT-CREATE-01',
    'DEPARTMENT-CREATE-02',
    'DEPARTMENT-CREATE-NAME-01',
    'DEPARTMENT-CREATE-PRIMARY-01',
    'DEPARTMENT-UNIQUE-01',
    'DEPARTMENT-LIST-02',
    'DEPARTMENT-PAGE-01',
    'PAGING-LAW-01',
  ],
  lacks: lacksAdmin('organizationId', 'primaryAccountId', 'mutate'),
  async run(scene) {
    const admin = new Administrator(scene);
    // Whoever lists before and after sees whether the totals follow.
    await admin.granted('list-departments', { query: 'page=1&perPage=1' });
    const made = await Promise.all([0, 1, 2, 3, 4].map((at) => create(admin, at)));
    const ids = made.map(({ id }) => id);
    const last = made.at(-1);
    last?.turn.judgeAll.expect('DEPARTMENT-UNIQUE-01', new Set(ids).size === ids.length, 'ids that differ', () =>
      ids.join(', '),
    );
    await judgePagingLaw(admin, 'list-departments', '', 2, 'departmentID');
    await judgeListed(admin, made);
    await askMandatory(admin);
  },
};

/** 5. GET departments, without changing anything. */
export const departmentList: Probe = {
  id: 'department-list',
  area: 'list-departments',
  clauses: [
    'ROUTE-LIST-DEPARTMENTS-01',
    'DEPARTMENT-LIST-01',
    'DEPARTMENT-PAGE-DEFAULT-01',
    'DEPARTMENT-PER-PAGE-DEFAULT-01',
    'DEPARTMENT-PER-PAGE-01',
    'ADMIN-UNKNOWN-DEPARTMENTS-01',
    'ADMIN-MALFORMED-PATH-01',
  ],
  lacks: lacksAdmin('organizationId'),
  async run(scene) {
    const admin = new Administrator(scene);
    const usual = await admin.granted('list-departments');
    const paging = pagingOf(usual.exchange.json);
    usual.judge.observe('Q-HTTP-LIST', String(usual.exchange.httpStatus), 'list-departments');
    const { defaultPage, defaultPerPage } = limits;
    usual.judge.expect('DEPARTMENT-PAGE-DEFAULT-01', paging?.currentPage === defaultPage, 'currentPage 1', () =>
      shown(paging),
    );
    const hundred = paging?.perPage === defaultPerPage && listIn(usual).length <= defaultPerPage;
    usual.judge.expect('DEPARTMENT-PER-PAGE-DEFAULT-01', hundred, 'perPage 100', () => shown(paging));
    const one = await admin.granted('list-departments', { query: 'page=1&perPage=1' });
    const bounded = listIn(one).length <= 1 && pagingOf(one.exchange.json)?.perPage === 1;
    one.judge.expect('DEPARTMENT-PER-PAGE-01', bounded, 'one department at most', () => shown(one.exchange.json));
    const unknown = await admin.call('list-departments', { ids: { organizationId: 987654321 } });
    judgeTableError(unknown, 'ADMIN-UNKNOWN-DEPARTMENTS-01');
    unknown.judge.observe('Q-UNKNOWN-ORGANIZATION', String(unknown.exchange.httpStatus));
    const malformed = await admin.follow('list-departments', '/a/api/v2/organizations/abc/departments');
    judgeTableError(malformed, 'ADMIN-MALFORMED-PATH-01');
    malformed.judge.observe('Q-MALFORMED-ID', String(malformed.exchange.httpStatus));
  },
};

async function create(admin: Administrator, at: number) {
  const marker = admin.marker();
  const name = at === 0 ? `${marker} "Ämter" & <Söhne> 部` : marker;
  const primaryAccountID = at === 1 ? 0 : (admin.scene.settings.admin.primaryAccountId ?? 0);
  const turn = await admin.granted('create-department', { body: { name, primaryAccountID } }, 'DEPARTMENT-CREATE-01');
  const department = objectIn(turn);
  turn.judge.observe('Q-HTTP-CREATE-DEPARTMENT', String(turn.exchange.httpStatus));
  turn.judge.expect('DEPARTMENT-CREATE-NAME-01', department.name === name, shown(name), () => shown(department.name));
  const sameAccount = department.primaryAccountID === primaryAccountID;
  turn.judge.expect('DEPARTMENT-CREATE-PRIMARY-01', sameAccount, String(primaryAccountID), () =>
    shown(department.primaryAccountID),
  );
  admin.created('create-department', department.departmentID, marker);
  return { id: department.departmentID, name, primaryAccountID, turn };
}

interface MadeDepartment {
  readonly id: unknown;
  readonly name: string;
  readonly primaryAccountID: number;
}

async function judgeListed(admin: Administrator, made: readonly MadeDepartment[]): Promise<void> {
  const found = new Map<unknown, Record<string, unknown>>();
  let turn = await admin.granted('list-departments', { query: 'page=1&perPage=100' });
  const last = Math.min(50, pagingOf(turn.exchange.json)?.totalPages ?? 1);
  for (let page = 1; ; page++) {
    for (const department of listIn(turn)) found.set(department.departmentID, department);
    if (page >= last) break;
    turn = await admin.granted('list-departments', { query: `page=${page + 1}&perPage=100` });
  }
  for (const { id, name, primaryAccountID } of made) {
    const listed = found.get(id);
    const same = listed?.name === name && listed.primaryAccountID === primaryAccountID;
    const expected = `department ${id} named ${shown(name)} with primaryAccountID ${primaryAccountID}`;
    turn.judge.expect('DEPARTMENT-LIST-02', same, expected, () =>
      listed === undefined ? 'not listed' : shown(listed),
    );
  }
}

async function askMandatory(admin: Administrator): Promise<void> {
  const primaryAccountID = admin.scene.settings.admin.primaryAccountId ?? 0;
  const marker = admin.marker();
  const withoutName = await admin.call('create-department', { body: { primaryAccountID } });
  const named = withoutName.reading.kind === 'administration' ? 'optional' : 'mandatory';
  withoutName.judge.observe('Q-MANDATORY-DEPARTMENT-NAME', named);
  const withoutAccount = await admin.call('create-department', { body: { name: marker } });
  const account = withoutAccount.reading.kind === 'administration' ? 'optional' : 'mandatory';
  withoutAccount.judge.observe('Q-MANDATORY-PRIMARY-ACCOUNT', account);
  for (const turn of [withoutName, withoutAccount]) {
    if (turn.reading.kind === 'administration') {
      admin.created('create-department', objectIn(turn).departmentID, marker);
    }
  }
}
