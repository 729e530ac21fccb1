import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute and more: vitest knows how long files took where they ran before, and a clean checkout
 * has but their sizes.
 */
const long = [
  'html/reportPage',
  'package/package',
  'runs/secrets',
  'ci/ci',
  'faults/faults',
  'runs/watched',
  'runs/badLuck',
  'hostile/hostile',
  'duet/duet',
  'bus/twins',
  'bus/bus',
  'selftest/simulation',
  'selftest/testFault',
];

/** What takes long begins before the rest of its project, so that no core waits for it at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const placeOf = ({ project, moduleId }: TestSpecification): number => {
      const place = long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return projects.indexOf(project.name) * 2 * long.length + (place < 0 ? long.length : place);
    };
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}
