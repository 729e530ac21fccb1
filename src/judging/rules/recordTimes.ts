import { type Clause, should } from '../../contract/clause.ts';
import { type Findings, seen } from '../findings.ts';
import type { Json } from '../reading/administration.ts';
import { latestInSeconds } from './records.ts';

export const recordTimesClauses = {
  'RECORD-UTC-02': should('record#record-utc', '`timestamp` and `utctimestamp` of a walk tell one time.', {
    probes: ['durability'],
    why: 'As far as zones leave it open: which one `timestamp` is in is not shown. One may be of the beginning, the other of the end.',
    follows: ['mirrored'],
  }),
} as const satisfies Record<string, Clause>;

/** No zone is further from UTC. */
const furthestZoneMs = 14 * 3_600_000;
/** Beginning and end of a walk of canvass are nearer, and so are the clocks of two machines. */
const slackMs = 600_000;

/** The two times of a record that a walk has left, where they can be read. */
export function judgeTimes(findings: Findings, { timestamp, utctimestamp }: Json): void {
  if (typeof timestamp !== 'string' || typeof utctimestamp !== 'number') return;
  const [, local = '', zone = ''] = /^(.* [AP]M) (.*)$/.exec(timestamp) ?? [];
  const localMs = Date.parse(`${local} UTC`);
  if (Number.isNaN(localMs)) return;
  const offsetMs = offsetOf(zone);
  const utcMs = utctimestamp > latestInSeconds ? utctimestamp : utctimestamp * 1000;
  const apartMs = Math.abs(localMs - (offsetMs ?? 0) - utcMs);
  const holds = apartMs <= slackMs + (offsetMs === null ? furthestZoneMs : 0);
  const expected = `timestamp ${new Date(utcMs).toISOString()}, in some zone, as utctimestamp says`;
  findings.expect('RECORD-UTC-02', holds, expected, () => seen(timestamp), 'response[].timestamp');
}

/** How far a zone is ahead of UTC; `null` where its name does not say so. */
function offsetOf(zone: string): number | null {
  if (zone === 'UTC' || zone === 'Z') return 0;
  const [, sign, hours = '', minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d\d?):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
