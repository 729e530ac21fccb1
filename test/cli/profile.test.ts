import { expect, test } from 'vitest';
import { folderOf } from '../support/folder.ts';
import { canvass } from './canvass.ts';

test('profile check says what a profile will do, and sends nothing', async () => {
  const { exitCode, stdout, stderr } = await canvass(['profile', 'check', 'smoke']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(
    /^smoke: good; embedded; load: open model, up to 100 arrivals a second, 5 s; capacity: latency\.p99 < 500ms, errors\.rate < 0\.5%\n$/,
  );
});

test('profile check names every problem of every profile, and still reports the good ones', async () => {
  const cwd = folderOf({
    'profiles/bad.yaml': 'target: { baseUrl: embedded }\nrespondent: { bakc: 1, invalid: 7 }\n',
    'profiles/good.yaml': 'target: { baseUrl: embedded }\n',
    'profiles/worse.yaml': 'target: [\n',
    'profiles/deep.yaml': 'target:\n  baseUrl: embedded\n   http2: true\n',
  });
  const { exitCode, stdout, stderr } = await canvass(['profile', 'check', 'bad', 'good', 'worse', 'deep'], { cwd });
  expect(exitCode).toBe(2);
  expect(stdout).toContain('good: good;');
  expect(stderr).toContain('profiles/bad.yaml:2  respondent.bakc is not a key of a profile (did you mean "back"?)');
  expect(stderr).toContain('profiles/bad.yaml:2  respondent.invalid expected a number from 0 to 1, got 7');
  expect(stderr).toContain('profiles/worse.yaml is not YAML');
  expect(stderr).toContain('profiles/deep.yaml:3  is indented further than the line before it');
  expect(stderr).not.toContain('profiles/deep.yaml:2');
});

test('profile check takes what the folder has of its own: its canvass.yaml, and its profiles', async () => {
  const good = 'target: { baseUrl: embedded }\n';
  const cwd = folderOf({ 'canvass.yaml': good, 'profiles/soak.yaml': good });
  const { stdout } = await canvass(['profile', 'check'], { cwd });
  expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual(['canvass.yaml', 'soak', '']);
});

test('profile check reads thresholds and objectives too, and shows all that are not understood', async () => {
  const cwd = folderOf({
    'profiles/thresholds.yaml':
      'target: { baseUrl: embedded }\nthresholds: ["latncy.p95 < 1ms", "violations == 0", "errors.rate < 1ms"]\n',
    'profiles/objectives.yaml': 'target: { baseUrl: embedded }\ncapacity: { slo: ["latency.p99 < 5"] }\n',
  });
  const { exitCode, stderr } = await canvass(['profile', 'check', 'thresholds', 'objectives'], { cwd });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    'thresholds.yaml:2  thresholds[0] is not understood:\n      latncy.p95 < 1ms\n      ^^^^^^ no such metric',
  );
  expect(stderr).toMatch(/\n {6}errors\.rate < 1ms\n {21}\^\^ "ms" is no unit/);
  expect(stderr).toContain('objectives.yaml:2  capacity.slo[0] is not understood: a latency needs a unit');
});

test('profile check --json prints the profile complete, without its secrets', async () => {
  const cwd = folderOf({
    'mine.yaml':
      'target: { baseUrl: "http://127.0.0.1:1", apiKeys: ["$' + '{KEY}"] }\nsurveys: { walk: [{ id: 1 }] }\n',
  });
  const { stdout } = await canvass(['profile', 'check', '--json', 'mine.yaml', '--set', 'respondent.back=0.5'], {
    cwd,
    environment: { KEY: 'tops3cret' },
  });
  expect(stdout).not.toContain('tops3cret');
  const [checked] = JSON.parse(stdout);
  expect(checked).toMatchObject({ ok: true, resolved: { name: 'mine', respondent: { back: 0.5 } } });
  expect(checked.resolved.target.apiKeys).toEqual(['[redacted]']);
});

test('profile schema prints the JSON Schema', async () => {
  const { exitCode, stdout } = await canvass(['profile', 'schema']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'canvass profile', required: ['target'] });
});

test('control characters of a profile do not reach the terminal', async () => {
  const cwd = folderOf({ 'mine.yaml': 'target: { baseUrl: embedded, "\\e[31mred": 1 }\n' });
  const { stderr } = await canvass(['profile', 'check', 'mine.yaml'], { cwd });
  expect(stderr).toContain('\\x1b[31mred');
});
