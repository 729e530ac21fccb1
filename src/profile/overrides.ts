import { ToolError } from '../errors.ts';
import type { Layer } from './layers.ts';
import { parsePath } from './problem.ts';
import { type Environment, parseYaml } from './yamlSource.ts';

/**
 * Reads one `--set path=value`; the value is typed as YAML types it.
 *
 * @throws ToolError USAGE when it has no such form.
 */
export function parseOverride(spelled: string, environment: Environment): Layer {
  const cut = spelled.indexOf('=');
  const path = cut < 0 ? null : parsePath(spelled.slice(0, cut).trim());
  if (path === null) {
    throw new ToolError('USAGE', `--set takes path=value, for example --set respondent.back=0.2, not "${spelled}"`);
  }
  const where = `--set ${spelled.slice(0, cut)}`;
  const source = parseYaml(where, spelled.slice(cut + 1), environment);
  return {
    path,
    value: source.value,
    place: () => where,
    missing: source.missing.map((each) => ({ path: [...path, ...each.path], name: each.name })),
    isFromEnvironment: (inner) => source.isFromEnvironment(inner.slice(path.length)),
  };
}
