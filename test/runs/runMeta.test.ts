import { expect, it } from 'vitest';
import { shellWord } from '../../src/result/shellWord.ts';
import { commandOf } from '../../src/runs/runMeta.ts';

const typed = { profile: 'my profile.yaml', baseUrl: null, datacenter: 'eu,us', seed: null, set: ['load.workers=2'] };

it('says again what was typed, so that the shell takes it as it was', () => {
  expect(commandOf('load', { ...typed, release: 'BETA' })).toBe(
    "canvass load 'my profile.yaml' --datacenter eu,us --release BETA --set load.workers=2",
  );
});

it('names what decides the verdict, and nothing that was not said', () => {
  const options = { peak: '15/s', headroom: null, together: true } as const;
  expect(commandOf('capacity', typed, options)).toBe(
    "canvass capacity 'my profile.yaml' --datacenter eu,us --peak 15/s --together --set load.workers=2",
  );
});

it.each([
  // Words of a key's name make no secret of its value.
  ['admin.regenerateKey=true', 'admin.regenerateKey=true'],
  ['target.rateBudget.perKeyPerMinute=900', 'target.rateBudget.perKeyPerMinute=900'],
  ['target.headers={x-team: load}', 'target.headers={x-team: load}'],
  [`target.apiKeys=["\${KEY_1}","\${KEY_2}"]`, `target.apiKeys=["\${KEY_1}","\${KEY_2}"]`],
  [`target.apiKeys=["\${KEY_1}",s3cret]`, `target.apiKeys=["\${KEY_1}","\${CANVASS_API_KEY_2}"]`],
  ['target.apiKeys[0]=s3cret', `target.apiKeys[0]="\${CANVASS_API_KEY}"`],
  [
    'target={ forbiddenApiKey: "s3cret", http2: true }',
    `target={ forbiddenApiKey: "\${CANVASS_FORBIDDEN_KEY}", http2: true }`,
  ],
  ['target.apiKeys=["s3\\u0063ret"]', `target.apiKeys="\${CANVASS_API_KEY}"`],
  ['target.headers.x-token=s3cret', `target.headers.x-token="\${NAME}"`],
  ['target.proxy=http://ada:s3cret@127.0.0.1:3128', `target.proxy="\${NAME}"`],
  ['target.proxy=http://127.0.0.1:3128', 'target.proxy=http://127.0.0.1:3128'],
  ['output.webhook=http://127.0.0.1:9/s3cret', `output.webhook="\${CANVASS_WEBHOOK}"`],
])('repeats --set %s, but for what is secret', (set, shown) => {
  const command = commandOf('load', { ...typed, set: [set] });
  expect(command).toBe(`canvass load 'my profile.yaml' --datacenter eu,us --set ${shellWord(shown)}`);
  expect(command).not.toContain('s3cret');
});
