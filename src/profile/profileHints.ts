import { dirname } from 'node:path';
import { findProfile, packagedProfiles } from './findProfile.ts';
import { stack } from './layers.ts';
import { readDatacenters } from './profileFiles.ts';
import { memberOf, type ProfileRequest, profileLayers } from './profileLayers.ts';
import { spellPath } from './profileProblem.ts';
import { writtenOut } from './secretPlaces.ts';
import { readYaml } from './yamlSource.ts';

/**
 * What of a profile that is in order its author may not have meant: keys that are written out, which a service on this
 * machine lets pass, and datacenters beside it of which none is tested.
 *
 * @throws ToolError PROFILE or USAGE when a source cannot be read
 */
export function profileHints(request: ProfileRequest): string[] {
  const { cwd, environment } = request;
  const file = findProfile(request.profile, cwd);
  const { layers } = profileLayers(request, readYaml(file, cwd, environment), file);
  const whole = stack(layers).value;
  const isOwnService = memberOf(whole, ['target', 'baseUrl']) === 'embedded';
  const written = isOwnService ? [] : writtenOut(whole, layers);
  return [
    ...written.map(
      ({ path, place, variable }) =>
        `${place}  ${spellPath(path)} is written out, where whoever reads the file has it: take it from the environment, "$` +
        `{${variable}}"`,
    ),
    ...datacentersLeft(request, file, whole),
  ];
}

function datacentersLeft({ cwd, environment }: ProfileRequest, file: string, whole: unknown): string[] {
  if (typeof memberOf(whole, ['target', 'datacenter']) === 'string') return [];
  const { names, file: named } = readDatacenters(file, cwd, environment);
  if (named === null || dirname(named) === packagedProfiles || names.length === 0) return [];
  return [
    `datacenters.yaml names ${names.join(', ')}: --datacenter ${names.join(',')} takes them in place of its base URL`,
  ];
}
