import { expect, it } from 'vitest';
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

it('keeps what may be secret out', () => {
  expect(commandOf('load', { ...typed, set: ['target.apiKeys=["s3cret"]'] })).not.toContain('s3cret');
});
