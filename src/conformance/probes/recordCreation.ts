import { ResponseRecord } from '../../contract/administrationSchemas.ts';
import { limits, queryText } from '../../contract/endpoints.ts';
import { asText } from '../../contract/jsonShape.ts';
import { optionalMembers } from '../../judging/evidence/requestFeatures.ts';
import type { Json } from '../../judging/reading/administrationAnswer.ts';
import { objectIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeTextsAlike } from '../../judging/rules/recordEcho.ts';
import { judgeFlags } from '../../judging/rules/recordMembers.ts';
import {
  judgeNameless,
  judgeNothingMade,
  judgeOptionalMembers,
  judgeOwnRecord,
  judgeRecordIds,
  judgeTwins,
  judgeWithoutSet,
  judgeWrongSet,
  valuesIn,
} from '../../judging/rules/records.ts';
import { isOfShape, shapeOf } from '../../judging/schemaJudge.ts';
import { textVarieties, variedText } from '../../respondent/answers/texts.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { hostile } from '../drive/probeSession.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { type CreatedRecord, createRecord, fetchCreated, glance, judgeListedRecords } from './createdRecords.ts';
import { everySet, fullSet, type LearntSurvey, learnSurvey, leastDescribedSet, leastSet } from './learntSurvey.ts';
import type { Probe } from './probeContext.ts';
import { compareReadings } from './recordLists.ts';

/** Enough to meet what goes wrong once in 50 times. */
const recordsAtOnce = 52;

/** Records that are fetched once more at the end: enough to meet what goes wrong once in 5 times. */
const fetchedLater = 25;

/** Records that are fetched as soon as they are made. */
const fetchedAtOnce = 3;

/** 9. POST responses, and that list and fetch give back what was created. */
export const recordCreation: Probe = {
  id: 'record-creation',
  area: 'create-response',
  asks: [
    'Q-HTTP-CREATE-RESPONSE',
    'Q-MISSING-RESPONSE-SET',
    'Q-EMPTY-RESPONSE-SET',
    'Q-UTC-ON-CREATE',
    'Q-DATA-QUALITY',
    'Q-RESPONSE-STATUS',
    'Q-RECORD-LOCATION',
    'Q-RECORD-DUPLICATE',
    'Q-UTC-UNIT',
    'Q-IMAGE-URL',
    'Q-UNKNOWN-MEMBERS',
  ],
  lacks: lacksAdmin('surveyId', 'mutate'),
  async run(context) {
    const admin = new Administrator(context);
    const survey = await learnSurvey(admin);
    const singly = await createSingly(admin, survey);
    const records = [...singly.records, ...(await createMany(admin, survey, singly.mark))];
    // Those of other probes may share a reference, by which one may replace the other.
    const last = records.at(-1);
    if (last !== undefined)
      judgeRecordIds(
        last.exchange.findingsWith(...records.map(({ exchange }) => exchange)),
        records.map(({ id }) => id),
      );
    await Promise.all(records.map((record) => fetchCreated(admin, record)));
    const listed = await judgeListedRecords(admin, records);
    await compareReadings(admin, listed.slice(0, singly.records.length));
    await fetchElsewhere(admin, records);
    await createTwins(admin, survey);
    await createTexts(admin, survey);
    await createOddly(admin, survey);
    await fetchLater(admin, records);
  },
};

/** The optional members that a creation may have, but for those that are our own texts. */
const copied = optionalMembers.filter((name) => name !== 'externalReference' && name !== 'customVariables');

/** Values of a record that the service shows; what it shows as empty, or otherwise than the document has it, is left out. */
function seenMembers(record: Json): Json {
  const isGiven = (name: string): boolean => ![undefined, null, ''].some((none) => record[name] === none);
  const isRight = (name: string): boolean =>
    recordShape.members.every(([member, shape]) => member !== name || isOfShape(shape, record[name]));
  return Object.fromEntries(
    copied.filter((name) => isGiven(name) && isRight(name)).map((name) => [name, record[name]]),
  );
}

const recordShape = shapeOf(ResponseRecord);

const chile = {
  country: 'Chile',
  region: 'Maule',
  latitude: -35.4264,
  longitude: -71.6554,
  radius: 5,
  countryCode: 'CL',
};

/** Values that a service may not know: what it stores of them is judged, a refusal is not. */
function ownMembers(): Json {
  return {
    ipAddress: '203.0.113.9',
    timestamp: '07 Mar, 2026 09:05:03 PM UTC',
    location: chile,
    duplicate: true,
    timeTaken: 100_321,
    // The one value that the document shows.
    responseStatus: 'Completed',
    language: 'Norsk bokmål',
    currentInset: 'inset 4',
    operatingSystem: 'Linux',
    osDeviceType: 'Desktop',
    browser: 'Firefox 140',
  };
}

/** Midnight and noon, which have no hour 0, and in zones of their own. */
const otherTimes = ['08 Mar, 2026 12:30:03 AM UTC', '08 Mar, 2026 12:45:03 PM CET'];

/** @returns what was made, and what further records can be marked with. */
async function createSingly(
  admin: Administrator,
  survey: LearntSurvey,
): Promise<{ readonly records: readonly CreatedRecord[]; readonly mark: Json }> {
  const records: CreatedRecord[] = [];
  const keep = async (marker: string, body: Json, isSeen = true) => {
    const { created, exchange } = await createRecord(admin, marker, body, isSeen);
    if (created !== null) records.push(created);
    // The newest one, where nobody else has made another since.
    if (created !== null && records.length <= fetchedAtOnce) await glance(admin, created);
    return exchange;
  };
  const marker = admin.marker();
  const responseSet = leastSet(survey, marker);
  const minimal = await keep(marker, { responseSet });
  const customVariables = { ...admin.mark, custom2: 'b', custom3: `${marker}c`, custom4: null, custom5: `${marker}e` };
  const own = { externalReference: marker, customVariables };
  const seen = { ...seenMembers(records[0]?.created ?? {}), ...seenMembers(survey.sample) };
  const isSeen = Object.keys(seen).length > 0;
  const full = await keep(marker, { responseSet, ...(isSeen ? seen : ownMembers()), ...own }, isSeen);
  const described = withOptions(leastDescribedSet(survey, marker));
  // Who refuses both may miss what is optional in an answer.
  const fullest = records.length > 0 ? full : await keep(marker, { responseSet: described, ...own });
  judgeOptionalMembers({ minimal: minimal.findings, full: fullest.findings }, minimal, fullest, isSeen);
  if (records.length === 0) throw new ProbeBlocked(`no record was created: ${minimal.name}`);
  // After one with every member: what this one does not have is not that one's.
  const bare = admin.marker();
  await keep(bare, { responseSet: leastSet(survey, bare) });
  const mark = isGranted(full) ? { customVariables: admin.mark } : {};
  // One member at a time, so that a refusal tells of one thing; and all of them, so that what is lost stands alone.
  const singles = Object.entries(ownMembers()).map(([name, value]) => ({ [name]: value }));
  // Each with its neighbours empty, and each other one.
  const pairs = ['24', '35'].map((pair) => {
    const given = Object.fromEntries([...pair].map((number) => [`custom${number}`, `${marker}${number}`]));
    return { customVariables: { ...given, ...admin.mark } };
  });
  const others = [
    ...otherTimes.map((timestamp) => ({ timestamp })),
    { location: { ...chile, country: null } },
    ...pairs,
  ];
  const keepMarked = (setOf: (marker: string) => readonly Json[], members: Json = {}, areSeen = true) => {
    const text = admin.marker();
    return keep(text, { responseSet: setOf(text), externalReference: text, ...mark, ...members }, areSeen);
  };
  const least = (text: string) => leastSet(survey, text);
  await Promise.all([...singles, ...others, ownMembers()].map((members) => keepMarked(least, members, false)));
  const keepTexts = async (at: number) => {
    const [one, two] = [admin.marker(), admin.marker()];
    const [text, other] = [variedText(one, at), variedText(two, at)];
    await keep(one, { responseSet: fullSet(survey, [text, other]), externalReference: one, ...mark });
    await keep(two, {
      responseSet: leastSet(survey, two),
      externalReference: other,
      customVariables: Object.fromEntries(
        limits.filterCustomVariables.map((name, next) => [name, variedText(two, at + next)]),
      ),
    });
  };
  await Promise.all(Array.from({ length: textVarieties }, (_, at) => keepTexts(at)));
  await keepMarked(() => fullSet(survey, ['42', '17']));
  await keepMarked((all) => everySet(survey, all));
  await keepMarked((odd) => withOptions(fullSet(survey, [`${odd} one`, `${odd} two`])));
  return { records, mark };
}

/** The optional members of questions and answers that no page shows. */
function withOptions(set: readonly Json[]): readonly Json[] {
  return set.map((question) => ({
    ...question,
    questionDescription: 'about the service',
    questionCode: 'Q3',
    imageUrl: 'https://images.example/q3.png',
    answerValues: (question.answerValues as readonly Json[]).map((answer) => ({
      ...answer,
      value: {
        // Also beside an answer that is no text, and in questions after the first.
        text: 'in words of its own',
        ...(answer.value as Json | undefined),
        scale: '3',
        other: 'something else',
        dynamicExplodeText: 'exploded',
        result: 'a result',
        fileLink: 'https://files.example/a.pdf',
        weight: 2.5,
      },
    })),
  }));
}

/** Many at once: ids that differ, none lost. */
async function createMany(admin: Administrator, survey: LearntSurvey, mark: Json): Promise<readonly CreatedRecord[]> {
  const many = await Promise.all(
    Array.from({ length: recordsAtOnce }, async (_, at) => {
      const marker = admin.marker();
      const flag = at % 13 === 5 ? { duplicate: false } : {};
      const body = { responseSet: leastSet(survey, marker), externalReference: marker, ...mark, ...flag };
      return (await createRecord(admin, marker, body)).created;
    }),
  );
  const records = many.filter((record) => record !== null);
  const flagged = records.filter(({ body }) => body.duplicate === false).map(({ exchange }) => exchange);
  const [last] = flagged;
  if (last !== undefined) judgeFlags(last.findingsWith(...flagged), records);
  const fetchOwn = async ({ id, marker, exchange }: CreatedRecord) => {
    const fetched = await admin.call('fetch-response', { responseId: id });
    judgeOwnRecord(fetched.findingsWith(exchange), fetched, marker);
  };
  await Promise.all(records.map(fetchOwn));
  return records;
}

/** Through another survey a record is refused, or another one: the generic rules see whose it is. */
async function fetchElsewhere(admin: Administrator, [record]: readonly CreatedRecord[]): Promise<void> {
  const surveyId = admin.context.walkSurveys.find((id) => id !== admin.ids.surveyId);
  if (record === undefined || surveyId === undefined) return;
  await admin.call('fetch-response', { responseId: record.id, ids: { surveyId } });
}

/** What was made long enough ago is there each time that it is asked for, not only when it is asked for again. */
async function fetchLater(admin: Administrator, records: readonly CreatedRecord[]): Promise<void> {
  const earliest = records.slice(0, fetchedLater);
  const sinceMs = Math.max(...earliest.map((record) => record.sinceMs));
  await admin.rested(sinceMs);
  const isThere = async ({ id }: CreatedRecord) => {
    const { exchange } = await admin.call('fetch-response', { responseId: id });
    return exchange.httpStatus < 400;
  };
  const areThere = await Promise.all([...earliest, ...earliest].map(isThere));
  // One of several stores may be late; once all have settled, none may lack it.
  if (areThere.includes(false)) await admin.settled(sinceMs);
  await Promise.all(earliest.map((record) => fetchCreated(admin, record)));
}

/** Other answers under the same reference: a second record, or none; the first stays what it was. */
async function createTwins(admin: Administrator, survey: LearntSurvey): Promise<void> {
  const externalReference = admin.marker();
  const bodyOf = () => ({ responseSet: leastSet(survey, admin.marker()), externalReference });
  const { created, exchange } = await createRecord(admin, externalReference, bodyOf());
  const other = await admin.call('create-response', { body: bodyOf() });
  if (created === null || !isGranted(other)) return;
  admin.created('create-response', objectIn(other).responseID, externalReference);
  judgeTwins(other.findingsWith(exchange), exchange, other);
  await fetchCreated(admin, created);
}

/** A text with each of two answers to one choice, in both orders. */
async function createTexts(admin: Administrator, { questions }: LearntSurvey): Promise<void> {
  const { questionID, answers } = questions.find(({ isMultiple, isText }) => isMultiple && !isText) ?? { answers: [] };
  const records: { readonly body: Json; readonly created: Json }[] = [];
  for (const order of answers.length < 2 ? [] : [answers.slice(0, 2), answers.slice(0, 2).toReversed()]) {
    const marker = admin.marker();
    const answerValues = order.map(({ answerID }, at) => ({ answerID, value: { text: `${marker} ${at}` } }));
    const body = { responseSet: [{ questionID, answerValues }], externalReference: marker };
    const exchange = await admin.call('create-response', { body });
    if (!isGranted(exchange)) return;
    admin.created('create-response', objectIn(exchange).responseID, marker);
    records.push({ body, created: objectIn(exchange) });
    judgeTextsAlike(exchange.findings, records);
  }
}

/** What is no record: what is accepted of it all the same is fetched, and must look like one. */
async function createOddly(admin: Administrator, survey: LearntSurvey): Promise<void> {
  // Whatever else there is does not take its place.
  const reference = { externalReference: admin.marker() };
  const refused: ProbeExchange[] = [];
  for (const body of [reference, { customVariables: admin.mark }, { ...ownMembers(), ...reference }]) {
    const without = await admin.call('create-response', { body, departure: hostile });
    judgeWithoutSet(without.findings, without);
    if (!isGranted(without)) refused.push(without);
  }
  const marker = admin.marker();
  const [first] = leastSet(survey, marker);
  const attempt = async (responseSet: unknown, more: Json = {}) => {
    const exchange = await admin.call('create-response', { body: { responseSet, ...more }, departure: hostile });
    if (!isGranted(exchange)) return exchange;
    const { responseID } = objectIn(exchange);
    admin.created('create-response', responseID, marker);
    await admin.call('fetch-response', { responseId: asText(responseID) });
    return exchange;
  };
  for (const responseSet of ['none', first, 7]) {
    const exchange = await attempt(responseSet);
    judgeWrongSet(exchange.findings, exchange, responseSet);
  }
  const { questionID, ...answered } = first ?? {};
  const unnamed = valuesIn(answered).map(({ answerID: _left, ...value }) => value);
  for (const nameless of [answered, { questionID, answerValues: unnamed }]) {
    const exchange = await attempt([nameless]);
    judgeNameless(exchange.findings, exchange, first ?? {});
  }
  const strange = await attempt([first], { externalReference: marker, canvassUnknownMember: true });
  strange.findings.observe('Q-UNKNOWN-MEMBERS', isGranted(strange) ? 'ignored' : String(strange.exchange.httpStatus));
  const empty = await attempt([]);
  empty.findings.observe('Q-EMPTY-RESPONSE-SET', isGranted(empty) ? 'accepted' : String(empty.exchange.httpStatus));
  if (refused.length < 3) return;
  const { externalReference } = reference;
  const found = await admin.call('filter-responses', { query: queryText({ extRef: externalReference }) });
  judgeNothingMade(found.findingsWith(...refused), found, externalReference);
}
