import { expect, test } from 'vitest';
import { altered } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { startService } from '../../../src/service/service.ts';
import { runTrial, trialProfile } from '../../support/loadRun.ts';

test('calls of an administrator beside the walks are judged, each time', async () => {
  const service = await startService(altered({ faults: chooseFaults('departments-without-pagination') }));
  try {
    const load = { adminMix: { listDepartments: 0.2 } };
    const changes = { load, admin: { organizationId: 1 }, surveys: { walk: [{ id: 1002 }] } };
    const { violations, endpoints } = await runTrial(trialProfile(service.baseUrl, changes));
    const calls = endpoints.find(({ endpoint }) => endpoint === 'list-departments')?.requests;
    expect(violations).toMatchObject([{ clause: 'DEPARTMENT-LIST-01', endpoint: 'list-departments', count: calls }]);
  } finally {
    await service.close();
  }
});
