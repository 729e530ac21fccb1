import { DatabaseSync } from 'node:sqlite';
import type { CompletionSink, WalkCompletion } from '../../src/respondent/crowd.ts';
import type { GivenAnswer } from '../../src/service/completedResponses.ts';

/** Text of answers as they were submitted, by token: what no digest can get wrong. */
export class SubmittedTexts implements CompletionSink {
  readonly acceptedTexts = new Map<string, string>();

  accepted(completion: WalkCompletion): void {
    this.acceptedTexts.set(completion.token, submittedText(completion));
  }

  indeterminate(): void {}
}

/** Which respondents' completions are not in the store as they were submitted, read from the file itself. */
export interface Truth {
  readonly lost: ReadonlySet<string>;
  readonly duplicated: ReadonlySet<string>;
  /** Stored with other answers, be they cut or of another respondent. */
  readonly different: ReadonlySet<string>;
  readonly stored: number;
}

/** Compares what was submitted with the rows of a store file, without any code of the audit. */
export function truthOf(storeFile: string, submitted: SubmittedTexts): Truth {
  const database = new DatabaseSync(storeFile);
  const lost = new Set(submitted.acceptedTexts.keys());
  const [duplicated, different] = [new Set<string>(), new Set<string>()];
  const seen = new Set<string>();
  const cut: GivenAnswer[][] = [];
  const enter = (token: string, answers: readonly GivenAnswer[]): void => {
    if (!submitted.acceptedTexts.has(token)) return;
    if (seen.has(token)) duplicated.add(token);
    seen.add(token);
    lost.delete(token);
    if (heldText(answers) !== submitted.acceptedTexts.get(token)) different.add(token);
  };
  for (const { source } of database.prepare('SELECT source FROM response ORDER BY id').iterate()) {
    const { answers } = JSON.parse(String(source)).completion;
    const token = ownerOf(answers);
    if (token === undefined) cut.push(answers);
    else enter(token, answers);
  }
  database.close();
  for (const answers of cut) {
    const owner = ownerOfCut(answers, lost, submitted);
    if (owner !== undefined) enter(owner, answers);
  }
  return { lost, duplicated, different, stored: seen.size };
}

/** Whose token the answers carry: that of a text question, else that of an Other option. */
function ownerOf(answers: readonly GivenAnswer[]): string | undefined {
  const others = answers.flatMap((given) => ('other' in given && given.other ? [given.other.text] : []));
  const whole = /cvs-[0-9a-z]+-[0-9a-z]+-[0-9a-z]{2}(?![0-9a-z])/;
  for (const text of [...textsOf(answers), ...others]) {
    const token = whole.exec(text)?.[0];
    if (token !== undefined) return token;
  }
  return undefined;
}

/** A text was cut within the token: it is one without a record whose token begins so, and who chose the same. */
function ownerOfCut(
  answers: readonly GivenAnswer[],
  lost: ReadonlySet<string>,
  submitted: SubmittedTexts,
): string | undefined {
  const start = /cvs-[0-9a-z-]*/.exec(textsOf(answers).join(' '))?.[0];
  if (start === undefined) return undefined;
  const choices = chosenIn(heldText(answers));
  return [...lost].find(
    (token) => token.startsWith(start) && chosenIn(submitted.acceptedTexts.get(token) ?? '') === choices,
  );
}

function textsOf(answers: readonly GivenAnswer[]): string[] {
  return answers.flatMap((given) => (given.kind === 'text' ? given.texts.map(({ text }) => text) : []));
}

function chosenIn(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('chosen '))
    .join('\n');
}

function submittedText({ pages }: WalkCompletion): string {
  const parts: string[] = [];
  for (const { body } of pages) {
    for (const [key, value] of Object.entries(JSON.parse(body) as Record<string, string | string[]>)) {
      if (/^[um]_/.test(key)) parts.push(...[value].flat().map((id) => `chosen ${id}`));
      else parts.push(`${/\d+$/.exec(key)?.[0]}=${value}`);
    }
  }
  return parts.sort().join('\n');
}

function heldText(answers: readonly GivenAnswer[]): string {
  const parts = answers.flatMap((given) => {
    if (given.kind === 'text') return given.texts.map(({ answerId, text }) => `${answerId}=${text}`);
    if (given.kind === 'rank' || given.kind === 'allocation') {
      return given.values.map(({ answerId, value }) => `${answerId}=${value}`);
    }
    if (given.kind === 'single' || given.kind === 'multiple') {
      const other = given.other === undefined ? [] : [`${given.other.answerId}=${given.other.text}`];
      return [...given.answerIds.map((id) => `chosen ${id}`), ...other];
    }
    return [];
  });
  return parts.sort().join('\n');
}
