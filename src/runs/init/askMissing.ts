import { createInterface } from 'node:readline/promises';
import { type EntityId, entityIdOf } from '../../contract/entityId.ts';
import { ToolError } from '../../errors.ts';
import { addressProblem } from '../../profile/address.ts';
import { print } from '../../report/terminal.ts';

/** What `init` needs to know. */
interface Question {
  readonly question: string;
  /** What an answer is called: on the command line, and where it was asked for. */
  readonly option: string;
  readonly noun: string;
  /** Said where nobody can be asked. */
  readonly otherwise: string;
  /** What is wrong with an answer, in words that follow its name; `null` when nothing is. */
  readonly problemOf: (text: string) => string | null;
}

const aboutBaseUrl: Question = {
  question: 'Base URL of the service?',
  otherwise: 'name the service with --base-url http://host:port',
  option: '--base-url',
  noun: 'the base URL',
  problemOf: addressProblem,
};

const aboutSurveys: Question = {
  question: 'Ids of its surveys, by comma?',
  otherwise: 'name at least one survey with --survey 7001,7002',
  option: '--survey',
  noun: 'the list of surveys',
  problemOf: (text) => {
    const wrong = wordsIn(text).find((word) => !/^\d{1,19}$/.test(word));
    return wrong === undefined ? null : `takes whole numbers by comma, not "${wrong}"`;
  },
};

/** What was given on the command line. */
export interface GivenAnswers {
  readonly baseUrl: string | undefined;
  /** Ids by comma. */
  readonly surveys: string | undefined;
  readonly walks: boolean | undefined;
}

/**
 * What is missing is asked for where a person sits at a terminal.
 *
 * @param mayAsk whether output is for people
 * @throws ToolError USAGE where nobody does, or for an answer that is none; INTERRUPTED when they leave
 */
export async function answered(given: GivenAnswers, mayAsk: boolean) {
  const isAsked = process.stdin.isTTY === true && process.stderr.isTTY === true && mayAsk;
  const terminal = isAsked ? askingTerminal() : null;
  const ask = async (own: string | undefined, about: Question): Promise<string> => {
    const { question, option, noun, otherwise, problemOf } = about;
    if (own === undefined && terminal === null) throw new ToolError('USAGE', otherwise);
    for (;;) {
      const text = own ?? (await terminal?.ask(question)) ?? '';
      const problem = problemOf(text);
      if (problem === null) return text;
      if (own !== undefined) throw new ToolError('USAGE', `${option} ${problem}`);
      print(`${noun} ${problem}\n`, 'stderr');
    }
  };
  try {
    const baseUrl = await ask(given.baseUrl, aboutBaseUrl);
    const surveys = idsIn(await ask(given.surveys, aboutSurveys));
    const walks =
      given.walks ??
      /^y/i.test((await terminal?.ask('Walk each once to its end? It leaves a response behind. [y/N]')) ?? '');
    return { baseUrl: baseUrl.replace(/\/$/, ''), surveys, walks };
  } finally {
    terminal?.close();
  }
}

/** A person at a terminal. `ask` throws ToolError INTERRUPTED when they leave, by Ctrl-C or Ctrl-D. */
function askingTerminal() {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  lines.once('close', () => left.abort());
  const ask = (question: string): Promise<string> =>
    lines.question(`${question} `, { signal: left.signal }).then(
      (text) => text.trim(),
      () => {
        throw new ToolError('INTERRUPTED', 'nothing was written');
      },
    );
  return { ask, close: () => lines.close() };
}

function wordsIn(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}

function idsIn(text: string): EntityId[] {
  return [...new Set(wordsIn(text).map(entityIdOf))];
}
