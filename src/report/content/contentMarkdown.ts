import { howItShows, isShownByRunsOnly } from '../../result/howItShows.ts';
import { expiresKey, variablesOfKeys } from '../../result/keyNames.ts';
import { listed } from '../../result/reasonWords.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { StoredAnswers, Violation } from '../../result/verdict.ts';
import { cut, cutInMiddle, oneLine, severalLines } from '../plainText.ts';
import { countOf, countText } from '../quantities.ts';
import { clauseCommand, onOtherBuild, seeAgainCommand } from './commands.ts';
import {
  type Cell,
  type Content,
  type Figure,
  type Findings,
  isEmpty,
  itemText,
  type NextStep,
  type Part,
} from './content.ts';
import { type ProblemCard, problemSaid } from './problemCard.ts';
import { storyboard, storyInWords } from './storyboard.ts';
import { traceCell } from './witnessText.ts';

const longestSaid = 240;
/** What a violation says is cut already, and shorter. */
const longestOfProblem = 400;
const mostFindings = 10;
const marks = { good: '✅', bad: '❌', warn: '⚠️', quiet: '', info: 'ℹ️' } as const;

/** Content as Markdown for a pull request, a step summary or a planning document. */
export function contentMarkdown(content: Content): string {
  const { stamp, headline, problems, why, judged, facts, figures, parts, next } = content;
  const blocks = [
    `## ${marks[stamp.tone]} ${stamp.text}: ${escapeMarkdown(headline)}`,
    problemsMarkdown(problems),
    bullets(why.map(escapeMarkdown)),
    bullets(judged.map(figureMarkdown)),
    bullets([...facts, ...figures].map(figureMarkdown)),
    partsMarkdown(parts),
    next.length > 0 ? `**Next**\n\n${next.map((step, i) => `${i + 1}. ${stepMarkdown(step)}`).join('\n')}` : '',
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function stepMarkdown(step: NextStep): string {
  return typeof step === 'string' ? escapeMarkdown(step) : `${escapeMarkdown(step.text)} ${codeMarkdown(step.command)}`;
}

/** A block for each of the first problems: its title, then what is said of it. */
function problemsMarkdown(problems: readonly ProblemCard[]): string {
  const shown = problems.slice(0, mostFindings);
  const more = problems.length - shown.length;
  const blocks = shown.map((card, i) => `**${i + 1}. ${escapeMarkdown(card.title)}**\n\n${problemMarkdown(card)}`);
  return [...blocks, ...(more > 0 ? [`and ${countText(more)} more in the report.`] : [])].join('\n\n');
}

/** @param isAlone a text without the files of the run, which nothing in it may name */
function problemMarkdown(card: ProblemCard, isAlone = false): string {
  const standing = card.problem.gating && card.standing.fails ? [] : [escapeMarkdown(card.standing.text)];
  const ofFiles = card.noScript === '' ? ['repeat', 'script'] : ['repeat'];
  const all = problemSaid(card).filter(([label]) => !isAlone || !ofFiles.includes(label));
  const said = all.map(([label, text]) => {
    if (label === 'repeat') return `${label}: ${codeMarkdown(text)}`;
    if (label === 'trace' && card.trace !== null) return `${label}: ${cellMarkdown(traceCell(card.trace))}`;
    return `${label}: ${escapeMarkdown(cutInMiddle(text, longestOfProblem))}`;
  });
  const also = isAlone ? card.alsoBroken.map((each) => `also broken: ${escapeMarkdown(each)}`) : [];
  return bullets([...standing, ...said, ...also]);
}

function answersMarkdown({ questions }: StoredAnswers): string {
  const rows = questions.map(({ questionId, question, given, stored, differs }) =>
    [`${question} (${questionId})`, given || 'left out', stored || 'nothing', differs ? 'differs' : ''].map((text) =>
      escapeMarkdown(cut(text, longestSaid)),
    ),
  );
  return markdownTable(['Question', 'Given', 'Stored', ''], rows);
}

/** Parts alone, as Markdown; empty of none. */
export function partsMarkdown(parts: readonly Part[]): string {
  return parts
    .filter((part) => !isEmpty(part))
    .map((part) => `**${escapeMarkdown(part.title)}**\n\n${bodyOf(part)}`)
    .join('\n\n');
}

function bodyOf(part: Part): string {
  switch (part.kind) {
    case 'table':
      return markdownTable(
        part.headings.map(headingMarkdown),
        part.rows.map((row) => row.map(cellMarkdown)),
      );
    case 'list':
      return bullets(part.items.map((item) => escapeMarkdown(itemText(item))));
    case 'findings':
      return findingsMarkdown(part);
  }
}

/** A row each: its cells, then what was expected and what came. */
function findingsMarkdown({ headings, findings }: Findings): string {
  const shown = findings.slice(0, mostFindings);
  const more = findings.length - shown.length;
  const table = markdownTable(
    [...headings.map(headingMarkdown), 'Expected', 'Actual'],
    shown.map(({ cells, violation: { expected, actual } }) => [
      ...cells.map(cellMarkdown),
      ...[expected, actual].map((text) => escapeMarkdown(cut(text, longestSaid))),
    ]),
  );
  return more > 0 ? `${table}\n\nand ${countText(more)} more in the report.` : table;
}

function figureMarkdown({ label, value, detail, tone }: Figure): string {
  const shown = cellMarkdown({ text: value, ...(tone === undefined ? {} : { tone }) });
  return `${escapeMarkdown(label)}: ${shown}${detail === '' ? '' : ` ${escapeMarkdown(`(${detail})`)}`}`;
}

/** What is bad stands out. */
function cellMarkdown(cell: Cell): string {
  if (typeof cell === 'string') return escapeMarkdown(cell);
  const shown = cell.as === 'code' ? codeMarkdown(cell.text) : escapeMarkdown(cell.text);
  const text = cell.href === undefined ? shown : `[${shown}](<${cell.href}>)`;
  const loud = text !== '' && cell.tone === 'bad' ? `**${text}**` : text;
  return cell.note === undefined ? loud : `${loud} ${escapeMarkdown(`(${cell.note})`)}`;
}

function headingMarkdown(heading: string): string {
  return heading.startsWith('#') ? `#${escapeMarkdown(heading.slice(1))}` : escapeMarkdown(heading);
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** A problem as Markdown for an issue tracker: it stands alone, with the script that repeats it, or the command that does. */
export function issueText(card: ProblemCard, result: RunResult): string {
  const { run, target, tool } = result;
  const { witness, answers } = card.lead;
  const { how, commands } = waysToRepeat(card.lead, result);
  const shown = severalLines(commands).trimEnd();
  const fence = '`'.repeat(Math.max(3, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const script = `${fence}sh\n${shown}\n${fence}`;
  const where = [target.baseUrl, target.datacenter, target.release].filter(Boolean).join(', ');
  return [
    `## ${escapeMarkdown(card.title)}`,
    problemMarkdown(card, true),
    answers === undefined ? storyMarkdown(card) : answersMarkdown(answers),
    `Found by canvass ${escapeMarkdown(tool.version)} on ${escapeMarkdown(where)}, profile ${escapeMarkdown(run.profile)}, ${run.startedAt}.`,
    how,
    ...(witness.curl === '' ? [script] : ['<details><summary>The script</summary>', script, '</details>']),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** How a problem is seen again without the files of its run, the cheapest way first, and what each costs. */
function waysToRepeat(lead: Violation, result: RunResult): { readonly how: string; readonly commands: string } {
  const { witness } = lead;
  const replacesKey = witness.steps.some(expiresKey);
  if (witness.curl !== '') {
    const { tries } = howItShows(lead, witness.steps);
    const requests = witness.steps.length * tries;
    const cost = `It sends ${countOf(requests, 'request')}${tries > 1 ? ' at most' : ''}.`;
    const set = ['BASE_URL', 'CANVASS_API_KEY', ...variablesOfKeys(witness.steps)].map(codeMarkdown);
    const dead = replacesKey ? ' It has the service replace `CANVASS_API_KEY`, which is no key afterwards.' : '';
    const how = `To repeat it, set ${listed(set)}. Exit code 1: it is there, 0: it is gone. ${cost}${dead}`;
    return { how, commands: witness.curl };
  }
  const all = result.endpoints.reduce((sum, { requests }) => sum + requests, 0);
  const whole = `# the whole run, which sent ${countOf(all, 'request')}\n${onOtherBuild(seeAgainCommand(lead, result), result)}`;
  // What nobody could show alone is left to the whole run that showed it.
  const ofClause = isShownByRunsOnly(lead) ? null : clauseCommand(lead, result);
  const first = ofClause === null ? [] : [`# this clause alone\n${onOtherBuild(ofClause, result)}`];
  const dead = replacesKey
    ? ' They have the service replace the first of `target.apiKeys`, which is no key afterwards.'
    : '';
  const build = result.target.baseUrl === 'embedded' ? '' : '`BASE_URL` to the base URL of your build, and ';
  const how = `To see it again, take the profile with all that it extends, and set ${build}the variables of the environment that the profile names: canvass says which are missing.${dead}`;
  return { how, commands: [...first, whole].join('\n') };
}

/** The steps around the break in words; `''` of a violation without steps. */
function storyMarkdown({ lead, pages }: ProblemCard): string {
  const story = storyInWords(storyboard(lead, pages));
  return story.length === 0 ? '' : `How it comes about:\n\n${bullets(story.map(escapeMarkdown))}`;
}

/** A table in Markdown; columns whose heading begins with `#` are aligned to the right. Cells are Markdown already. */
function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(headings.map((heading) => heading.replace(/^#/, ''))),
    line(headings.map((heading) => (heading.startsWith('#') ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/**
 * Text as Markdown that shows it as it is: no link, no HTML, no mention, no table cell of its own. Addresses, which
 * readers of Markdown would make links and mentions of, stand as code, as names in back quotes do: they can be copied, also
 * from the source, and there is no more escaped than Markdown would take for its own.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .split(address)
    .map((part, at) => (at % 2 === 1 ? codeMarkdown(part.replaceAll('`', '')) : escapeProse(part)))
    .join('');
}

/** `http://host:port/path` without the punctuation behind it, `GET /path`, `www.example.com`, `ada@example.com`, `@ada`; a name in back quotes. */
const address =
  /((?:https?:\/\/|www\.|\b(?:GET|POST|PUT) \/|(?<![\w.+-])[\w.+-]*@)[^\s"'“”’<>()]*[^\s"'“”’<>().,:;!?]|`[\w.]+`)/i;

/** What would be no text: a bracket begins nothing but where a link or a box to tick may follow, nor `_` within a word. */
const special = /[\\`*#|~]|^[>[]|\](?=[([:])|(?<![A-Za-z\d])_|_(?![A-Za-z\d])/g;

function escapeProse(text: string): string {
  const plain = text.replaceAll(/&(?=#?\w+;)/g, '&amp;').replaceAll(/<(?=[A-Za-z/!?])/g, '&lt;');
  return plain.replace(special, '\\$&').replaceAll('@', '&#64;').replaceAll('://', '&#58;//');
}

/** Text as inline code, whatever back quotes it holds. */
export function codeMarkdown(text: string): string {
  const line = oneLine(text);
  if (/^[^\s`|\\](?:[^`|\\]*[^\s`|\\])?$/.test(line)) return `\`${line}\``;
  return `<code>${withoutHtml(line).replace(/[\\`*_{}[\]()#|~!@:]/g, (c) => `&#${c.charCodeAt(0)};`)}</code>`;
}

function withoutHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
