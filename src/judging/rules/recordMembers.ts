import { ClauseTable } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import type { Json } from '../reading/administrationAnswer.ts';
import { holds, isAbsent } from '../reading/sentValues.ts';
import { latestInSeconds } from './records.ts';

/** Where another record came, or two of its members are swapped, none is as it was sent. */
export const echoed = ['fetched', 'fetch-differs', 'swapped', 'mirrored', 'record-ids'] as const;

export const recordMembersClauses = new ClauseTable()
  .group('create-response', {
    probes: ['record-creation'],
    follows: ['fetched', 'fetch-differs', 'swapped', 'mirrored', 'record-ids'],
  })
  .should('RESPONSE-ECHO-LOST-01', 'create-response-stored-members')
  .says('No member comes back empty, or as another one, where all that was sent beside it is kept.')
  .why('No sentence says that each optional member is kept.')
  .should('RESPONSE-ECHO-LOCATION-01', 'create-response-stored-members')
  .says('A `location` that is stored as it was sent is stored whole.')
  .why('A service may derive all of it from the address, leave parts out, and round coordinates.')
  .group('sanity', { probes: ['record-creation'], follows: ['fetch-differs'] })
  .sane('RESPONSE-ECHO-SWAPPED-01', 'sanity-swapped-members', { topic: 'swapped' })
  .says('No two members of a record hold what was sent for one another.')
  .broken('Two members of a response are swapped')
  .why('Whatever a service derives itself.')
  .sane('RESPONSE-ECHO-MIRRORED-01', 'sanity-mirrored-members', { topic: 'mirrored' })
  .says('No coordinate of a record has lost its sign alone, no time its half of the day, and no flag is the opposite.')
  .broken('A coordinate has lost its sign, a time its half, or a flag is turned over')
  .why('Whatever a service derives itself.')
  .group('record')
  .should('RECORD-UTC-02', 'record-utc', { probes: ['durability'], ofSeveralAnswers: true })
  .says('`timestamp` and `utctimestamp` of a walk tell one time.')
  .why(
    'As far as zones leave it open: which one `timestamp` is in is not shown. One may be of the beginning, the other of the end.',
  )
  .follows('mirrored');

/** What the members of a stored record say of one another, whichever of them a service derives. @param members those of a record but for its answers. */
export function judgeMembers(findings: Findings, record: Json, sent: Json, members: readonly string[]): void {
  judgeLost(findings, sent, record, derivedTexts, 'response');
  judgeSwapped(findings, record, sent, members);
  judgeMirrored(findings, record, sent);
  const { location } = record;
  if (!isRecord(sent.location) || !isRecord(location)) return;
  judgeLocation(findings, sent.location, location);
  judgeSwapped(findings, location, sent.location, Object.keys(sent.location));
}

/** Texts of a record that a service may derive; who derives one of them derives others too. */
const derivedTexts = ['language', 'currentInset', 'operatingSystem', 'osDeviceType', 'browser'];

/** Enough members beside a lost one to say that the service keeps such members. */
const enoughKept = 2;

/** One member that is not as it was sent, among others that are: nobody derived it. */
export function judgeLost(findings: Findings, sent: Json, came: Json, members: readonly string[], path: string): void {
  const given = members.filter((member) => !isAbsent(sent[member]) && came[member] !== undefined);
  if (given.length <= enoughKept) return;
  const [lost = '', ...others] = given.filter((member) => !holds(sent[member], came[member]));
  const isLost = lost !== '' && others.length === 0 && (isAbsent(came[lost]) || isOfAnother(lost, sent, came, members));
  const expected = `${lost} ${shown(sent[lost])}`;
  findings.expect('RESPONSE-ECHO-LOST-01', !isLost, expected, { value: came[lost] }, `${path}.${lost}`);
}

/** Whether a text came back as what was sent for another member. */
function isOfAnother(member: string, sent: Json, came: Json, members: readonly string[]): boolean {
  const text = came[member];
  if (typeof text !== 'string' || isAbsent(text) || text === sent[member]) return false;
  return members.some((other) => other !== member && sent[other] === text);
}

/** Members of a location that are as they were sent, from which on it is none that was derived. */
const enoughOfLocation = 3;

function judgeLocation(findings: Findings, sent: Json, came: Json): void {
  const given = Object.keys(sent).filter((member) => !isAbsent(sent[member]) && came[member] !== undefined);
  const isKept = given.filter((member) => holds(sent[member], came[member])).length >= enoughOfLocation;
  if (!isKept) return;
  const isWrong = (member: string): boolean =>
    isAbsent(came[member]) || isFar(sent[member], came[member]) || isOfAnother(member, sent, came, given);
  for (const member of given) {
    const expected = `${member} ${shown(sent[member])}`;
    const path = `response.location.${member}`;
    findings.expect('RESPONSE-ECHO-LOCATION-01', !isWrong(member), expected, { value: came[member] }, path);
  }
}

/** Further away than one decimal, to which a service may round. */
export function isFar(sent: unknown, came: unknown): boolean {
  return typeof sent === 'number' && typeof came === 'number' && Math.abs(sent - came) > 0.1;
}

/** The coordinates of a place that have lost their sign alone. */
export function mirroredIn(sent: Json, came: Json): readonly string[] {
  return ['latitude', 'longitude'].filter((member) => {
    const value = sent[member];
    return typeof value === 'number' && value !== 0 && came[member] === -value;
  });
}

/** Values of which no computation gives the opposite: whoever derives them gives others. */
function judgeMirrored(findings: Findings, record: Json, sent: Json): void {
  const given = isRecord(sent.location) ? sent.location : {};
  const came = isRecord(record.location) ? record.location : {};
  const { timestamp } = sent;
  const isHalf = typeof timestamp === 'string' && record.timestamp === otherHalf(timestamp);
  const isSpoilt = (isHalf && record.timestamp !== timestamp) || isMoved(timestamp, record.timestamp);
  const mirrored = [...mirroredIn(given, came), ...(isSpoilt ? ['timestamp'] : [])];
  const actual = (): string => `${mirrored.join(', ')}: ${shown({ location: came, timestamp: record.timestamp })}`;
  const expected = shown({ location: given, timestamp });
  findings.expect('RESPONSE-ECHO-MIRRORED-01', mirrored.length === 0, expected, actual, 'response');
}

/** Records made alike and at once, of which some were sent as no duplicates, the others without a word of it. */
export function judgeFlags(
  findings: Findings,
  records: readonly { readonly body: Json; readonly created: Json }[],
): void {
  const flagsOf = (isSent: boolean): readonly unknown[] =>
    records.filter(({ body }) => (body.duplicate === false) === isSent).map(({ created }) => created.duplicate);
  const [sent, unsent] = [flagsOf(true), flagsOf(false)];
  if (sent.length < enoughFlags || unsent.length < enoughFlags) return;
  const isTurned = sent.every((flag) => flag === true) && unsent.every((flag) => flag === false);
  const actual = 'true of each that was sent with false, and of no other';
  findings.expect('RESPONSE-ECHO-MIRRORED-01', !isTurned, 'duplicate false', actual, 'response.duplicate');
}

/** Records of each sort, so that no service finds just these out to be duplicates. */
const enoughFlags = 3;

/** Whether a time is that of another zone: whoever converts it turns the clock as well. */
function isMoved(sent: unknown, came: unknown): boolean {
  const [one, other] = [sent, came].map((text) => /^(.* [AP]M) (.*)$/.exec(asText(text)));
  if (!one || !other || one[1] !== other[1]) return false;
  const [from, to] = [offsetOf(one[2] ?? ''), offsetOf(other[2] ?? '')];
  return from !== null && to !== null && from !== to;
}

/** The same text with AM for PM, and PM for AM. */
function otherHalf(timestamp: string): string {
  return timestamp.replace(/\b[AP]M\b/, (half) => (half === 'AM' ? 'PM' : 'AM'));
}

/** Two members of one object that came back as what was sent for one another. */
export function judgeSwapped(findings: Findings, came: Json, sent: Json, members: readonly string[]): void {
  const given = members.filter((name) => ['string', 'number'].includes(typeof sent[name]) && !isAbsent(sent[name]));
  const pairs = given.flatMap((one, at) => given.slice(at + 1).map((other) => [one, other] as const));
  const swapped = pairs.filter(
    ([one, other]) => sent[one] !== sent[other] && came[one] === sent[other] && came[other] === sent[one],
  );
  const actual = (): string => swapped.map(([one, other]) => `${one} and ${other}`).join(', ');
  if (pairs.length === 0) return;
  findings.expect('RESPONSE-ECHO-SWAPPED-01', swapped.length === 0, 'each member with its own value', actual);
}

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
  findings.expect('RECORD-UTC-02', holds, expected, { value: timestamp }, 'response[].timestamp');
}

/** How far a zone is ahead of UTC; `null` where its name does not say so. */
function offsetOf(zone: string): number | null {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  if (zone === 'CET') return 3_600_000;
  const [, sign, hours = '', minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d\d?):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
