import { isRecord } from '../contract/jsonShape.ts';
import { addressProblem, isLoopback } from './address.ts';
import { type Layer, layerOf, parseOverride } from './layers.ts';
import { memberOf } from './profileLayers.ts';
import { isWithin, type KeyPath, type Problem, spellPath } from './profileProblem.ts';
import { isSecretHeader } from './secret.ts';
import type { Environment } from './yamlSource.ts';

/**
 * Keys written into a file or a command line, and the address of a chat, which lets anybody write there: they come from
 * the environment, or stay on this machine.
 */
export function literalSecrets(raw: unknown, layers: readonly Layer[]): Problem[] {
  const baseUrl = memberOf(raw, ['target', 'baseUrl']);
  const isElsewhere = typeof baseUrl === 'string' && addressProblem(baseUrl) === null && !isLoopback(baseUrl);
  const webhook = memberOf(raw, ['output', 'webhook']);
  const isChat = typeof webhook === 'string' && URL.canParse(webhook) && !isLoopback(webhook);
  const paths: KeyPath[] = [...(isElsewhere ? secretsOfTarget(raw) : []), ...(isChat ? [['output', 'webhook']] : [])];
  return paths
    .filter((path) => isWrittenOut(path, layers))
    .map((path) => ({
      path,
      message:
        'is written out; secrets come from the environment only: write "$' +
        `{${variableFor(path)}}" and set that variable`,
    }));
}

function isWrittenOut(path: KeyPath, layers: readonly Layer[]): boolean {
  return layerOf(layers, path)?.isFromEnvironment(path) === false;
}

/** Keys of the target that a file or the command line has in plain text: where each stands, and the variable that it is best taken from. */
export function writtenOut(
  raw: unknown,
  layers: readonly Layer[],
): { readonly path: KeyPath; readonly place: string; readonly variable: string }[] {
  return secretsOfTarget(raw)
    .filter((path) => isWrittenOut(path, layers))
    .map((path) => ({ path, place: layerOf(layers, path)?.place(path) ?? '', variable: variableFor(path) }));
}

function secretsOfTarget(raw: unknown): KeyPath[] {
  const target = ['target'] as const;
  const keys = memberOf(raw, [...target, 'apiKeys']);
  const paths: KeyPath[] = Array.isArray(keys) ? keys.map((_, index) => [...target, 'apiKeys', index]) : [];
  const headers = memberOf(raw, [...target, 'headers']);
  const secretNames = isRecord(headers) ? Object.keys(headers).filter(isSecretHeader) : [];
  paths.push(...secretNames.map((name) => [...target, 'headers', name]));
  if (typeof memberOf(raw, [...target, 'forbiddenApiKey']) === 'string') paths.push([...target, 'forbiddenApiKey']);
  return paths;
}

/** Keys that may hold a secret, of the target as of a duet's candidate: it is shown and recorded nowhere. */
const secretKeys = /(^|\.)(apiKeys|forbiddenApiKey|headers|proxy|webhook)\b(?:\[(\d+)\])?/;

/** The variable that a secret at `path` is best taken from. */
function variableFor(path: KeyPath): string {
  const [, , key, index = '0'] = secretKeys.exec(spellPath(path)) ?? [];
  if (key === 'webhook') return 'CANVASS_WEBHOOK';
  if (key === 'headers' || key === 'proxy') return 'NAME';
  if (key === 'forbiddenApiKey') return 'CANVASS_FORBIDDEN_KEY';
  return index === '0' ? 'CANVASS_API_KEY' : `CANVASS_API_KEY_${Number(index) + 1}`;
}

/** A `--set path=value` as it may be shown: a secret that is written out in it gives way to a variable that would hold it. */
export function shownOverride(spelled: string): string {
  const [name = ''] = spelled.split('=', 1);
  const { path, value, isFromEnvironment } = parseOverride(spelled, {});
  let shown = spelled.slice(name.length + 1);
  for (const [inner, text] of textsOf(value, path)) {
    if (!mayBeSecret(inner, text) || isFromEnvironment(inner)) continue;
    const variable = `"$\{${variableFor(inner)}}"`;
    const hidden = [`"${text}"`, `'${text}'`, text].find((each) => shown.includes(each));
    shown = hidden === undefined ? variable : shown.replaceAll(hidden, () => variable);
  }
  return `${name}=${shown}`;
}

/** Of headers those with a name that says so, and of proxies those with credentials. */
function mayBeSecret(path: KeyPath, text: string): boolean {
  const [, , key] = secretKeys.exec(spellPath(path)) ?? [];
  if (key === 'headers') return isSecretHeader(String(path.at(-1)));
  return key === 'proxy' ? text.includes('@') : key !== undefined && text !== '';
}
/** A text that is shorter may stand in another one by chance. */
const leastSecretLetters = 4;
const leastOthersLetters = 8;

/** Variables that hold a secret by their name: canvass's own, and whatever else lies in the environment of a CI system. */
const ownSecret = /^CANVASS_\w*(?:KEY|PASSWORD)$/;
const othersSecret = /token|secret|password|passwd|credential|(?:api|access|private)_?key|_HEADERS$/i;

function isSecretVariable(name: string, value: string): boolean {
  if (ownSecret.test(name)) return value.length >= leastSecretLetters;
  return othersSecret.test(name) && value.length >= leastOthersLetters;
}

/**
 * Secrets that a variable brings where they would be shown in reports: in the name of a release, say.
 *
 * @param environment what is a secret there by the name of its variable is one, whatever the profile takes for a key
 */
export function openSecrets(raw: unknown, layers: readonly Layer[], environment: Environment): Problem[] {
  const texts = textsOf(raw, []);
  const ownKeys = secretsOfTarget(raw);
  const secrets = [
    ...Object.entries(environment).flatMap(([name, value = '']) =>
      isSecretVariable(name, value) ? [value.trim()] : [],
    ),
    ...texts
      .filter(([path, text]) => text.length >= leastSecretLetters && ownKeys.some((key) => isWithin(path, key)))
      .map(([, text]) => text),
  ];
  return texts
    .filter(([path, text]) => !secretKeys.test(spellPath(path)) && secrets.some((secret) => text.includes(secret)))
    .filter(([path]) => layerOf(layers, path)?.isFromEnvironment(path) === true)
    .map(([path]) => ({ path, message: 'holds a secret, and would show it in reports: take another variable' }));
}

function textsOf(value: unknown, path: KeyPath): [path: KeyPath, text: string][] {
  if (typeof value === 'string' || typeof value === 'number') return [[path, String(value)]];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, [...path, index]));
  return isRecord(value) ? Object.entries(value).flatMap(([key, item]) => textsOf(item, [...path, key])) : [];
}
