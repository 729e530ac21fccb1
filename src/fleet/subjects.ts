import { ToolError } from '../errors.ts';

/** Where the messages of one fleet go: `canvass.<fleet>.…`, and nowhere else. */
export interface Subjects {
  readonly call: string;
  worker(id: string): string;
  beat(session: string): string;
  told(run: string, worker: number | '*'): string;
  /** Of everything that workers tell, of every run. */
  readonly allTold: string;
  /** Name of its stream, and of its object store. */
  readonly store: string;
}

/** @throws ToolError USAGE for a name that no subject can hold */
export function subjectsOf(fleet: string): Subjects {
  demandName('fleet', fleet);
  const prefix = `canvass.${fleet}`;
  return {
    call: `${prefix}.call`,
    worker: (id) => `${prefix}.worker.${id}`,
    beat: (session) => `${prefix}.beat.${session}`,
    told: (run, worker) => `${prefix}.told.${run}.${worker}`,
    allTold: `${prefix}.told.>`,
    store: `canvass-${fleet}`,
  };
}

/** @throws ToolError USAGE for a name that no subject can hold */
export function demandName(option: string, name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) return;
  throw new ToolError('USAGE', `--${option} takes up to 64 letters, digits, - and _, not "${name}"`);
}
