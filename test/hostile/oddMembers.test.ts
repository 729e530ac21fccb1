import { expect, test } from 'vitest';
import { probes } from '../../src/conformance/probes/allProbes.ts';
import { type Asked, evidenceOf } from '../support/probing.ts';

/** Plain members of an answer of administration: ids, names, numbers of pages. */
const member = /"(\w+)":("(?:[^"\\]|\\.)*"|\d+|true|false|null)/g;

/** That cannot be made a text of, of other prototypes, and lists in lists. */
const odd = ['{"toString":1,"valueOf":1}', '{"__proto__":{"toString":null},"constructor":null}', '[[[[[[]]]]]]'];

/** Every second answer has another member in another shape. */
function withOddMember(body: string, number: number): string {
  if (body.includes('"navigation"') || number % 2 === 0) return body;
  const found = [...body.matchAll(member)];
  const turn = Math.floor(number / 2);
  const chosen = found[Math.floor(turn / odd.length) % found.length];
  if (chosen === undefined) return body;
  const after = chosen.index + chosen[0].length;
  return `${body.slice(0, chosen.index)}"${chosen[1]}":${odd[turn % odd.length]}${body.slice(after)}`;
}

test('members of odd shapes fail no probe of conform', async () => {
  const administering = probes.map(({ id }) => id).filter((id) => /department|template|datapad|record|filter/.test(id));
  expect(administering.length).toBeGreaterThan(5);
  let number = 0;
  const answers = ({ body }: Asked) => ({ body: JSON.parse(withOddMember(JSON.stringify(body), number++)) });
  const { probeErrors } = await evidenceOf(administering, { answers });
  expect(number).toBeGreaterThan(100);
  expect(probeErrors).toEqual([]);
});
