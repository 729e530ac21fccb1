import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OtherService, startOtherService } from '../support/otherService.ts';
import { installCanvass, type Workspace } from './shell.ts';

/** A repository with a profile for the service of another make, and a quick load. */
async function repository(service: OtherService, shims: Readonly<Record<string, string>>): Promise<Workspace> {
  const cwd = await mkdtemp(join(tmpdir(), 'canvass-ci-'));
  await writeFile(
    // Enough going back that every load of a failing service meets its fault.
    join(cwd, 'canvass.yaml'),
    `target: { baseUrl: "${service.baseUrl}", session: cookie }
surveys: { walk: [{ id: 7001 }], required: { 7001: [11, 13] } }
respondent: { thinkTimeMs: { distribution: none }, back: 0.6 }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 1 }
thresholds: ["violations == 0"]
`,
  );
  return await installCanvass(cwd, shims);
}

/** Does something in a repository of its own, beside a service of its own. */
export async function beside(
  mood: OtherService['mood'],
  shims: Readonly<Record<string, string>>,
  work: (workspace: Workspace, service: OtherService) => Promise<void>,
): Promise<void> {
  const service = await startOtherService(mood);
  const workspace = await repository(service, shims);
  try {
    await work(workspace, service);
  } finally {
    await service.close();
    await rm(workspace.cwd, { recursive: true, force: true });
  }
}
