/**
 * Is each fault of the self-test that changes what a walk sees shown by `duet`, as a difference or a regression, when the
 * candidate alone has it? And is nothing shown of twins of equal services, in each session transport?
 *
 * `node bench/duetFaults.ts [EVERY] [TWIN_SECONDS] [ID,ID…]`: one fault in EVERY (1: all), twins for so long (60; 0: none),
 * these faults alone. Faults of the administration are left out, as walks do not call it; the durability audit reads records.
 */
import { compareTwins } from '../src/report/compare/compareTwins.ts';
import { requestsOf } from '../src/report/measures.ts';
import { altered } from '../src/selftest/altered.ts';
import { faults } from '../src/selftest/faults/faults.ts';
import { embeddedRoles } from '../src/selftest/selftestSubjects.ts';
import { startService } from '../src/service/service.ts';
import { duetJudgement, duetOf } from '../test/support/duetRun.ts';

const [, , every = '1', twinSeconds = '60', ids = ''] = process.argv;

/** Every survey of the embedded service: each kind of question, and the states that show no page. */
const everywhere = {
  surveys: {
    walk: Array.from({ length: 15 }, (_, at) => ({ id: 1001 + at })).filter(({ id }) => id !== 1014),
    ...embeddedRoles,
  },
  admin: { surveyId: 1001 },
  audit: { enabled: true },
  load: { stages: [{ durationSeconds: 2, arrivalsPerSecond: 120 }] },
};

for (const session of Number(twinSeconds) > 0 ? (['cookie', 'token'] as const) : []) {
  const [base, candidate] = [await startService({ session }), await startService({ session })];
  const load = { stages: [{ durationSeconds: Number(twinSeconds), arrivalsPerSecond: 40 }], maxRespondents: 5000 };
  const findings = await duetOf(base.baseUrl, candidate.baseUrl, { load });
  await Promise.all([base.close(), candidate.close()]);
  const requests = requestsOf(findings.base) + requestsOf(findings.candidate);
  const { compared, parted } = findings.pairs;
  console.log(`${session}: ${requests} requests, ${compared} pairs compared, ${parted} parted`);
  for (const { id, path, base: ours, candidate: theirs, standing } of compareTwins(findings, duetJudgement)
    .differences) {
    console.log(`  ${standing.kind} ${id} ${path}: ${ours} | ${theirs}`);
  }
}

const walkedSections: ReadonlySet<string> = new Set(
  'page question keys states take submit-page previous-page errors sanity'.split(' '),
);
const walked = faults.filter(({ section }) => walkedSections.has(section));
const named = new Set(ids.split(','));
const tried = walked.filter(({ id }, at) => (ids === '' ? at % Number(every) === 0 : named.has(id)));
const counts = { difference: 0, regression: 0, both: 0, neither: 0 };
for (const fault of tried) {
  const [base, candidate] = [
    await startService({}),
    await startService(altered({ faults: [{ fault, everyNth: fault.everyNth }] })),
  ];
  const findings = await duetOf(base.baseUrl, candidate.baseUrl, everywhere);
  await Promise.all([base.close(), candidate.close()]);
  const codes = new Set(compareTwins(findings, duetJudgement).reasonCodes.map(({ code }) => code));
  const [differs, breaks] = [codes.has('differences'), codes.has('regressions')];
  const shown = differs && breaks ? 'both' : differs ? 'difference' : breaks ? 'regression' : 'neither';
  counts[shown]++;
  if (shown === 'neither') console.log(`neither: ${fault.id} (${fault.clauses.join(', ')})  ${fault.description}`);
}
console.log(`${tried.length} of ${walked.length} faults:`, counts);
