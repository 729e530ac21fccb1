import { ToolError } from '../errors.ts';
import { nearest, suggestion } from '../misspelt.ts';

/**
 * What is wrong with a command line, in our words.
 *
 * @param words the command line.
 * @param finding what yargs says of it.
 * @param help of the command that yargs came to: it lists what may stand there.
 */
export async function usageError(words: readonly string[], finding: string, help: string): Promise<ToolError> {
  const command = commandIn(help);
  const showsHow = `${['canvass', ...command].join(' ')} --help`;
  const [, listed = ''] = /^Commands:\n([\s\S]*?)\n\n/m.exec(help) ?? [];
  const commands = [...listed.matchAll(/^ {2}canvass (?:profile )?([a-z]+)/gm)].map(([, name]) => name ?? '');
  const usage = (message: string) => new ToolError('USAGE', message);
  if (finding.startsWith('name a command')) {
    return usage(`name a command: ${commands.join(', ')}; canvass --help shows what each does`);
  }
  const [, valueless] = /^Not enough arguments following: (\S+)/.exec(finding) ?? [];
  if (valueless !== undefined) return usage(`--${valueless} needs a value; ${showsHow} shows which`);
  if (finding.startsWith('Not enough non-option arguments')) {
    const wanted = /<[^\n]*>/.exec(help)?.[0] ?? 'arguments';
    return usage(`canvass ${command.join(' ')} needs ${wanted}; ${showsHow} shows which`);
  }
  const [, choice, given, choices] = /Argument: ([\w-]+), Given: "([^\n]*)", Choices: ([^\n]+)/.exec(finding) ?? [];
  if (choice !== undefined) return usage(`--${choice} takes one of ${choices?.replaceAll('"', '')}, not "${given}"`);
  const [, word] = /^Unknown (?:argument|command)s?: ([^,]+)/.exec(finding) ?? [];
  if (word === undefined) return usage(`${finding}; ${showsHow} shows how`);
  if (!words.includes(word)) {
    const options = [...help.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name ?? '');
    const near = nearest(word, options);
    const meant = near === null ? await keyMeant(word, options) : ` (did you mean --${near}?)`;
    return usage(`there is no option ${word.length === 1 ? '-' : '--'}${word}${meant}; ${showsHow} shows all options`);
  }
  if (command.length === 0 || commands.length > 0) {
    return usage(`there is no command "${word}"${suggestion(word, commands)}; there are: ${commands.join(', ')}`);
  }
  const hint = words.includes('--set') ? `; ${quoting}` : '';
  return usage(`"${word}" is one word too many${hint}; ${showsHow} shows what it takes`);
}

/**
 * Says of a word that begins as a negative number that it may be the rest of a value.
 *
 * @throws ToolError USAGE for one that is no option's value
 */
export function demandNoStrayNumber(words: readonly string[]): void {
  const stray = words.find((word, at) => /^-[\d.]/.test(word) && words[at - 1]?.startsWith('--') !== true);
  if (stray === undefined) return;
  throw new ToolError('USAGE', `there is no option ${stray}; ${quoting}, --set "path=value ${stray}"`);
}

const quoting = 'put a value with a space in it into quotes';

/** A key of the profile that is meant by an option that there is not; nothing where the command reads no profile. */
async function keyMeant(word: string, options: readonly string[]): Promise<string> {
  if (!options.includes('set')) return '';
  const { profileKeys } = await import('../profile/schema.ts');
  const keys = profileKeys();
  const nameOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
  const near = nearest(word, keys) ?? nearest(word, keys.map(nameOf));
  const key = keys.find((each) => each === near || nameOf(each) === near);
  return key === undefined ? '' : ` (did you mean the profile's ${key}? --set ${key}=…)`;
}

/** The words of the command that a help is of, none for that of canvass itself. */
function commandIn(help: string): string[] {
  const [first = ''] = help.split('\n');
  return [...first.matchAll(/ ([a-z]+)(?![\w.\]>])/g)].map(([, name]) => name ?? '');
}
