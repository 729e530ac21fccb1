import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { conclude } from '../../src/cli/start.ts';
import { ToolError } from '../../src/errors.ts';
import { issueText } from '../../src/report/content/contentMarkdown.ts';
import { contentText } from '../../src/report/content/contentText.ts';
import { summaryContent } from '../../src/report/content/summaryContent.ts';
import { githubAnnotations } from '../../src/report/formats/announcements.ts';
import { jsonText } from '../../src/report/plainText.ts';
import { print, printCommands, printJson, printStyled } from '../../src/report/terminal.ts';
import { progressLine } from '../../src/report/text/progressText.ts';
import { sectionTree } from '../../src/report/text/sectionTree.ts';
import { colourStyle, noStyle } from '../../src/report/text/style.ts';
import { writeReports } from '../../src/report/writeReports.ts';
import { folderOf } from '../support/folder.ts';
import { hostileResult } from '../support/hostileResult.ts';
import { sampleProgress } from '../support/sampleProgress.ts';

/** Parts of what steers a terminal, disguises itself, or commands a runner, in any order. */
const hostileText = fc
  .array(
    fc.constantFrom(
      ...[
        '\n',
        '\r',
        '\r\n',
        '\t',
        ' ',
        '\u00a0',
        '\u2028',
        '\u0085',
        '\u0000',
        '\u0007',
        '\u0008',
        '\u001b',
        '\u009b',
      ],
      ...[
        '\u001b[31m',
        '\u001b[2J',
        '\u001b[1A',
        '\u001b]0;owned\u0007',
        '\u001b]8;;http://x\u001b\\',
        '\u001b[8m',
        '\u009d0;x\u009c',
      ],
      ...['\u202e', '\u2066', '\u061c', '\u200b', '\ufeff', '\u{e0041}', '\ud800'],
      ...['::', ':', '::error::owned', '::set-output name=a::b', '::stop-commands::x'],
      ...['##[', '##[error]owned', '##vso[task.setvariable]x', '##teamcity[x]', '#', 'ok', '</a>', '=cmd|x', 'é'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** What canvass itself steers a terminal with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const own = /\u001b\[(?:1|2|22|31|32|33|36|39)m|\r\u001b\[2?K/g;

function expectVisible(text: string): void {
  expect(text).not.toMatch(/(?!\n)\p{Cc}|[\p{Zl}\p{Zp}]|(?![\u00ad\u200c\u200d])\p{Cf}/u);
}

function expectHarmless(bytes: string): void {
  const text = bytes.replace(own, '·');
  expectVisible(text);
  // As the runners look for them: .NET takes blanks before a command away.
  expect(text.split('\n').filter((line) => line.trimStart().startsWith('::') || /##\w*\[/.test(line))).toEqual([]);
}

/** Nor with a colour that the text has brought. */
function expectUncoloured(bytes: string): void {
  expect(bytes).not.toContain('\u001b');
  expectHarmless(bytes);
}

/** What a process says while `speak` runs. */
function said(speak: () => void): string {
  let bytes = '';
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      bytes += String(chunk);
      return true;
    }),
  );
  speak();
  for (const spy of spies) spy.mockRestore();
  return bytes;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the way to the terminal', () => {
  it('lets no text through that steers it or commands a runner', () => {
    vi.stubEnv('GITHUB_ACTIONS', '');
    fc.assert(
      fc.property(hostileText, hostileText, (a, b) => {
        expectHarmless(said(() => printStyled(`${a}${colourStyle.red(b)}\n${b}`)));
        expectHarmless(said(() => printStyled(`\r\u001b[2K${a}`)));
        expectUncoloured(said(() => print(`${a}\u001b[31m${b}`)));
        expectHarmless(said(() => conclude(new ToolError('USAGE', a))));
        expectHarmless(said(() => conclude(new Error(a))));
      }),
      { numRuns: 80 },
    );
  });

  it('prints what is harmless as it is, with its colours', () => {
    const text = `a: ::b — 1 # 2 [3]\n  ${colourStyle.bold('é 👩‍👩‍👧 שלום')}\r\u001b[K${colourStyle.dim('x')}\n`;
    expect(said(() => printStyled(text))).toBe(text);
  });

  it('prints JSON that reads back the same', () => {
    fc.assert(
      fc.property(fc.dictionary(hostileText, hostileText), (value) => {
        const json = said(() => printJson({ value }, 1));
        expectHarmless(json);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value })));
        expect(jsonText(value).includes('\n')).toBe(false);
      }),
    );
  });

  it('gives commands to a runner alone, one a line', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const result = hostileResult(text);
        const commands = githubAnnotations(result, summaryContent(result));
        expect(said(() => printCommands(commands))).toBe('');
        vi.stubEnv('GITHUB_ACTIONS', 'true');
        const lines = said(() => printCommands(commands))
          .trimEnd()
          .split('\n');
        vi.unstubAllEnvs();
        expect(lines).toHaveLength(commands.length);
        for (const line of lines) {
          expect(line).toMatch(/^::(error|warning) title=[^:]*::/);
          expectHarmless(line.slice(2));
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe('a result with hostile texts in every field', () => {
  it('is harmless on a terminal', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const result = hostileResult(text);
        for (const style of [noStyle, colourStyle]) {
          const expectRight = style === noStyle ? expectUncoloured : expectHarmless;
          expectRight(said(() => printStyled(contentText(summaryContent(result), style, 80))));
          expectRight(said(() => printStyled(sectionTree(result, style))));
        }
        expectUncoloured(said(() => printStyled(progressLine(sampleProgress(result, 1)))));
        expectHarmless(said(() => printJson(result, 1)));
      }),
      { numRuns: 5 },
    );
  });

  it('is harmless in its files, and in what is copied from them, whoever prints those', async () => {
    const directory = folderOf({});
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const result = hostileResult(text);
        await writeReports(result, directory, ['json', 'junit', 'markdown', 'har']);
        for (const file of ['result.json', 'junit.xml', 'summary.md', 'violations.har'])
          expectHarmless(await readFile(join(directory, file), 'utf8'));
        // A clipboard is no log; and its script has to send the same bytes.
        for (const card of summaryContent(result).problems) expectVisible(issueText(card, result));
        expect(JSON.parse(await readFile(join(directory, 'result.json'), 'utf8'))).toEqual(
          JSON.parse(JSON.stringify(result)),
        );
      }),
      { numRuns: 5 },
    );
  });
});
