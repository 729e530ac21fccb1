import { expect, it } from 'vitest';
import { FleetKey } from '../../src/fleet/fleetKey.ts';
import { canvass } from './canvass.ts';

it('`fleet key` prints a key that a fleet takes, and another one each time', async () => {
  const printed = [await canvass(['fleet', 'key']), await canvass(['fleet', 'key'])].map(({ stdout }) => stdout);
  for (const key of printed) {
    expect(key).toMatch(/^[\w-]{43}\n$/);
    expect(FleetKey.of({ CANVASS_FLEET_KEY: key }, 'f').isSecret).toBe(true);
  }
  expect(printed[0]).not.toBe(printed[1]);
});
