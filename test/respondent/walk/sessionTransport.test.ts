import { expect, test } from 'vitest';
import { standardLimits } from '../../../src/profile/schema/block.ts';
import { cookieOriginOf } from '../../../src/respondent/session/cookies.ts';
import { Session } from '../../../src/respondent/session/session.ts';
import { SessionTransport } from '../../../src/respondent/walk/sessionTransport.ts';

test.each([
  ['idle', 'idle', false],
  ['drop', 'drop', true],
  ['forge', 'forge', true],
  ['stale', 'forge', true],
] as const)('a session that is broken by %s, and has no earlier token, is told as %s', (kind, told, isBroken) => {
  const transport = new SessionTransport(
    new Session({ strategy: 'auto', origin: cookieOriginOf('http://a.invalid', standardLimits) }, null),
  );
  transport.break(kind);
  expect([transport.takeChange(), transport.isBroken, transport.takeChange()]).toEqual([told, isBroken, 'keep']);
  transport.mend();
  expect([transport.takeChange(), transport.isBroken]).toEqual([isBroken ? 'stale' : 'keep', false]);
});
