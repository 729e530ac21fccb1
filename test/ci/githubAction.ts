import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { parse } from 'yaml';
import { runScript, type Workspace } from './shell.ts';

const Step = Type.Object({
  id: Type.String(),
  if: Type.Optional(Type.String()),
  uses: Type.Optional(Type.String()),
  run: Type.Optional(Type.String()),
  shell: Type.Optional(Type.String()),
  env: Type.Optional(Type.Record(Type.String(), Type.String())),
  with: Type.Optional(Type.Record(Type.String(), Type.String())),
});
const Action = Compile(
  Type.Object({
    inputs: Type.Record(Type.String(), Type.Object({ default: Type.String() })),
    runs: Type.Object({ using: Type.Literal('composite'), steps: Type.Array(Step) }),
  }),
);

/** What happens on GitHub when the action is called. */
export interface Event {
  readonly name: 'push' | 'pull_request';
  readonly inputs: Readonly<Record<string, string>>;
  /** Whether the pull request comes from another repository, which has no secrets. */
  readonly isFork?: boolean;
}

export interface StepOutcome {
  readonly outcome: 'success' | 'failure' | 'skipped';
  /** `null` for a step that ran no script. */
  readonly exitCode: number | null;
  readonly log: string;
}

/**
 * Runs the steps of `action.yml` in order, by their conditions; the cache is a folder beside the workspace.
 *
 * @param before is called before each step with its id
 */
export async function runAction(
  workspace: Workspace,
  event: Event,
  before: (id: string) => void = () => undefined,
): Promise<Record<string, StepOutcome>> {
  const { inputs, runs } = Action.Parse(parse(readFileSync('action.yml', 'utf8')));
  const given = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, each]) => [name, each.default])),
    ...event.inputs,
  };
  const outputs: Record<string, Record<string, string>> = {};
  const outcomes: Record<string, StepOutcome> = {};
  const resultOf = expressions(given, event, outputs);
  const filled = (text: string): string =>
    text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) => String(resultOf(expression)));
  for (const step of runs.steps) {
    before(step.id);
    const condition = (step.if ?? 'true').replace(/^\$\{\{|\}\}$/g, '');
    const hasFailed = Object.values(outcomes).some(({ outcome }) => outcome === 'failure');
    const runsAnyway = /cancelled\(\)|always\(\)|failure\(\)/.test(condition);
    if ((hasFailed && !runsAnyway) || !resultOf(condition)) {
      outcomes[step.id] = { outcome: 'skipped', exitCode: null, log: '' };
      continue;
    }
    if (step.run === undefined) {
      useCache(workspace, step.uses ?? '', filled(step.with?.path ?? ''));
      outcomes[step.id] = { outcome: 'success', exitCode: null, log: '' };
      continue;
    }
    const outputFile = join(workspace.cwd, '.output');
    writeFileSync(outputFile, '');
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]));
    const environment = {
      ...own,
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: join(workspace.cwd, 'node_modules/canvass'),
      GITHUB_OUTPUT: outputFile,
    };
    const { exitCode, stdout, stderr } = await runScript(workspace, step.run, environment);
    outputs[step.id] = Object.fromEntries(
      readFileSync(outputFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]),
    );
    outcomes[step.id] = { outcome: exitCode === 0 ? 'success' : 'failure', exitCode, log: stdout + stderr };
  }
  return outcomes;
}

/** Expressions of GitHub, as far as the action uses them: they are those of JavaScript. */
function expressions(
  inputs: Readonly<Record<string, string>>,
  { name, isFork = false }: Event,
  outputs: Readonly<Record<string, Record<string, string>>>,
): (expression: string) => unknown {
  const github: Readonly<Record<string, string>> = {
    event_name: name,
    run_id: '7',
    token: 'gh-token',
    ...(isFork ? { 'event.pull_request.head.repo.full_name': 'others/fork' } : {}),
  };
  const context = {
    input: (key: string) => inputs[key] ?? '',
    output: (step: string, key: string) => outputs[step]?.[key] ?? '',
    github: (key: string) => github[key] ?? '1',
    cancelled: () => false,
  };
  return (expression) => {
    const script = expression
      .replace(/\binputs\.([\w-]+)/g, "input('$1')")
      .replace(/\bsteps\.(\w+)\.outputs\.(\w+)/g, "output('$1', '$2')")
      .replace(/\bgithub\.([\w.]+)/g, "github('$1')");
    return new Function(...Object.keys(context), `return (${script})`)(...Object.values(context));
  };
}

function useCache({ cwd }: Workspace, uses: string, path: string): void {
  const cached = join(cwd, '.cache');
  if (uses.startsWith('actions/cache/restore@') && existsSync(cached)) {
    rmSync(join(cwd, path), { recursive: true, force: true });
    cpSync(cached, join(cwd, path), { recursive: true });
  }
  if (uses.startsWith('actions/cache/save@')) {
    rmSync(cached, { recursive: true, force: true });
    cpSync(join(cwd, path), cached, { recursive: true });
  }
}
