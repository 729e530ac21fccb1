import { describe, expect, it } from 'vitest';
import { progressView } from '../../../src/report/text/progressText.ts';
import { noStyle } from '../../../src/report/text/style.ts';
import { sampleProgress } from '../../support/sampleProgress.ts';
import { failingResult } from '../../support/sampleResults.ts';

function shown(isTTY: boolean, columns: number): string {
  const result = failingResult();
  let text = '';
  const stream = { write: (part: string) => (text += part), isTTY, columns };
  const view = progressView(stream, noStyle);
  for (let second = 0; second < 120; second++) view.update(sampleProgress(result, second));
  view.close();
  return text;
}

describe('progress', () => {
  it('is plain lines in a log, one for every ten seconds', () => {
    const lines = shown(false, 80).split('\n').slice(0, -1);
    expect(lines).toHaveLength(12);
    expect(lines[0]).toMatch(
      /^1 s of 2 min, running, no violations, one error, p99 [\d.]+ ms, \d+ req\/s, \d+ completed, \d+ active$/,
    );
    expect(lines.join('')).not.toContain('\u001b');
  });

  it('tells no latency of a second in which nothing was answered', () => {
    const progress = sampleProgress(failingResult(), 0);
    let text = '';
    const stream = { write: (part: string) => (text += part), isTTY: false, columns: 80 };
    const point = progress.point === null ? null : { ...progress.point, p99: 0 };
    progressView(stream, noStyle).update({ ...progress, point });
    expect(text).toContain(', no latency, ');
  });

  it('keeps errors and violations on a narrow terminal', () => {
    expect(shown(true, 80).split('\r\u001b[2K').at(-2)).toMatch(/running {2}\d+ violations {2}[\d,]+ errors/);
  });

  it('says how many are left while the run drains', () => {
    let text = '';
    const stream = { write: (part: string) => (text += part), isTTY: false, columns: 80 };
    progressView(stream, noStyle).update({ ...sampleProgress(failingResult(), 9), phase: 'draining', active: 4 });
    expect(text).toContain(', draining, 4 left, ');
    expect(text).not.toContain('active');
  });

  it('is one line on a terminal, never wider than it, and gone at the end', () => {
    const updates = shown(true, 60).split('\r\u001b[2K');
    expect(updates).toHaveLength(122);
    for (const update of updates) {
      expect(update).not.toContain('\n');
      expect([...update].length).toBeLessThanOrEqual(60);
    }
    expect(updates.at(-1)).toBe('');
  });
});
