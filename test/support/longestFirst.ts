import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The order of the projects: what waits for processes and browsers goes on beside what computes, and short files fill the end. */
const projects = ['browser', 'runs', 'goldens', 'unit'];

/**
 * Files that take long, the longest first: vitest knows how long files took where they ran before, and a clean checkout
 * has but their sizes.
 */
const long = [
  'package/package',
  'html/pages',
  'fleet/faults/faults',
  'machine/peers',
  'bus/attacks',
  'selftest/simulation',
  'ci/ci',
  'bus/bus',
  'selftest/faults/faults',
  'runs/secrets',
  'figures/figures',
  'hostile/hostile',
  'probes/administrationProbes',
  'runs/watched',
  'bus/twins',
  'dimensions/dimensions',
  'ci/exitCodes',
  'runs/badLuck',
  'shard/shardThreads',
  'runs/load',
  'machine/stopped',
  'selftest/testFault',
  'duet/duet',
  'run/odd',
  'runs/capacity',
  'administration/auditedLoad',
  'load/runLoad',
  'runs/waysOut',
  'probes/flowProbes',
  'replay/replayWitness',
  'audit/killedService',
  'runs/standstill',
  'bus/fleetShards',
  'run/largeIds',
  'respondent/badLuck',
  'audit/auditCompletions',
  'metrics/otlpPush',
  'respondent/walks',
  'client/httpTransport',
  'result/pageFacts',
  'runs/preflight',
];

/** What takes long begins before the rest of its project, so that no core waits for it at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ project, moduleId }: TestSpecification): number => {
      const place = long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return projects.indexOf(project.name) * 2 * long.length + (place < 0 ? long.length : place);
    };
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}
