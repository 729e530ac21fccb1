import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { parse } from 'yaml';
import { runScript, type Workspace } from './shell.ts';

const exact = { additionalProperties: false };
const texts = Type.Array(Type.String());

/** The keywords of a GitLab job that the template uses, as GitLab's own schema has them. */
const Job = Type.Object(
  {
    extends: Type.Optional(Type.String({ pattern: '^\\.' })),
    image: Type.Optional(Type.String()),
    stage: Type.Optional(Type.Enum(['.pre', 'build', 'test', 'deploy', '.post'])),
    resource_group: Type.Optional(Type.String()),
    rules: Type.Optional(
      Type.Array(Type.Object({ if: Type.String(), when: Type.Optional(Type.Enum(['always', 'on_success'])) }, exact)),
    ),
    variables: Type.Optional(Type.Record(Type.String(), Type.String())),
    before_script: Type.Optional(texts),
    script: Type.Optional(texts),
    needs: Type.Optional(texts),
    allow_failure: Type.Optional(Type.Object({ exit_codes: Type.Array(Type.Integer()) }, exact)),
    artifacts: Type.Optional(
      Type.Object(
        {
          when: Type.Optional(Type.Enum(['always', 'on_success', 'on_failure'])),
          paths: Type.Optional(texts),
          expire_in: Type.Optional(Type.String()),
          expose_as: Type.Optional(Type.String()),
          reports: Type.Optional(Type.Object({ junit: Type.String() }, exact)),
        },
        exact,
      ),
    ),
  },
  exact,
);
const Pipeline = Compile(Type.Record(Type.String(), Job));
type Job = Type.Static<typeof Job>;

/** The jobs of the template, what they extend put in. @throws for a keyword that there is not */
export function jobsOf(file: string): [string, Job][] {
  const jobs: Record<string, Job> = Pipeline.Parse(parse(readFileSync(file, 'utf8')));
  return Object.entries(jobs)
    .filter(([name]) => !name.startsWith('.'))
    .map(([name, job]) => {
      const base = job.extends === undefined ? {} : (jobs[job.extends] ?? {});
      return [name, { ...base, ...job, artifacts: { ...base.artifacts, ...job.artifacts } }];
    });
}

export interface JobOutcome {
  readonly outcome: 'success' | 'failed' | 'warning' | 'absent';
  /** `null` for a job that is not in the pipeline. */
  readonly exitCode: number | null;
  readonly log: string;
}

/**
 * Runs the jobs in order, as a pipeline with these variables would.
 *
 * @param before is called before each job with its name
 */
export async function runPipeline(
  workspace: Workspace,
  file: string,
  variables: Readonly<Record<string, string>>,
  before: (name: string) => void = () => undefined,
): Promise<Record<string, JobOutcome>> {
  const outcomes: Record<string, JobOutcome> = {};
  for (const [name, job] of jobsOf(file)) {
    before(name);
    const rule = job.rules?.find((each) => holds(each.if, variables));
    const hasFailed = job.needs?.some((need) => outcomes[need]?.outcome === 'failed') ?? false;
    if ((job.rules !== undefined && rule === undefined) || (hasFailed && rule?.when !== 'always')) {
      outcomes[name] = { outcome: 'absent', exitCode: null, log: '' };
      continue;
    }
    const script = [...(job.before_script ?? []), ...(job.script ?? [])].join('\n');
    const { exitCode, stdout, stderr } = await runScript(workspace, script, { ...job.variables, ...variables });
    const isAllowed = job.allow_failure?.exit_codes.includes(exitCode) ?? false;
    const outcome = exitCode === 0 ? 'success' : isAllowed ? 'warning' : 'failed';
    outcomes[name] = { outcome, exitCode, log: stdout + stderr };
  }
  return outcomes;
}

/** `$A == "text"` or `$A == $B`. */
function holds(condition: string, variables: Readonly<Record<string, string>>): boolean {
  const [left, right] = condition
    .split(' == ')
    .map((side) => (side.startsWith('$') ? variables[side.slice(1)] : side.replaceAll('"', '')));
  return left !== undefined && left === right;
}
