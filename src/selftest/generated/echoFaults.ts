import { showingRecords } from '../faults/answerCalls.ts';
import {
  capitals,
  convert,
  cutTo,
  type Edit,
  every,
  halved,
  type Members,
  plus,
  replaced,
  rewrite,
  said,
} from '../faults/edits.ts';
import type { Place } from '../faults/faultPlaces.ts';
import { changed, type GeneratedFault } from './generatedFault.ts';

/** How a text that came from a client can come back otherwise. */
const textChanges = [
  halved,
  cutTo(255),
  replaced(/[^\s\x20-\x7e]/g, ''),
  capitals,
  said(() => '', 'is empty'),
  said((text: string) => (text === '' ? text : `${text} `), 'has a blank more'),
];

/** Members that only the client can know. */
const recordTexts = [
  'externalReference',
  ...[1, 2, 3, 4, 5].map((number) => `customVariables.custom${number}`),
  'language',
] as const;
const resourceTexts: readonly (readonly [Place, readonly string[]])[] = [
  ['create-department', ['name']],
  ['list-departments', ['name']],
  ['create-template', ['title', 'emailSubject', 'content']],
  ...showingRecords.map(
    // The records that are searched have no language.
    (endpoint) => [endpoint, endpoint === 'filter-responses' ? recordTexts.slice(0, -1) : recordTexts] as const,
  ),
];

/** Members whose number belongs to something else when it is one higher. */
const numbers: readonly (readonly [Place, readonly string[]])[] = [
  ['create-department', ['primaryAccountID', 'organizationID']],
  ['list-departments', ['departmentID', 'primaryAccountID']],
  ['update-datapad', ['datapadID', 'surveyID']],
  ['create-template', ['surveyID']],
  ['list-responses', ['surveyID']],
  ['filter-responses', ['surveyID']],
  ['fetch-response', ['surveyID', 'responseID']],
];

/** What becomes of the answered questions of a record. */
const setChanges: readonly Edit[] = [
  ofQuestions('the first question is lost', (set) => set.shift()),
  ofQuestions('the last question is lost', (set) => set.length > 1 && set.pop()),
  ofQuestions('the first answer is lost', ([question]) => answersOf(question).shift()),
  ofQuestions('the last answer is lost', (set) => answersOf(set.at(-1)).pop()),
  ofQuestions('the first question is another', ([question]) => increase(question, 'questionID')),
  ofQuestions('the first answer is another', ([question]) => increase(answersOf(question)[0], 'answerID')),
  ofQuestions('the last answer is another', (set) => increase(answersOf(set.at(-1)).at(-1), 'answerID')),
];

/** What was sent comes back otherwise, wherever the service shows it. */
export function* echoFaults(): Generator<GeneratedFault> {
  for (const [place, members] of resourceTexts)
    for (const member of members)
      for (const change of textChanges) yield changed('a text comes back otherwise', place, rewrite(member, change));
  for (const place of showingRecords) {
    for (const change of setChanges) yield changed('a record has other answers', place, change);
    for (const change of textChanges)
      yield changed(
        'a record has other texts',
        place,
        every('responseSet', every('answerValues', rewrite('value.text', change))),
      );
  }
  for (const [place, members] of numbers)
    for (const member of members) yield changed('a number is another', place, convert(member, plus(1)));
}

function ofQuestions(words: string, change: (set: Members[]) => unknown): Edit {
  return said(({ responseSet }) => Array.isArray(responseSet) && change(responseSet), words);
}

function answersOf(question: Members | undefined): Members[] {
  return question !== undefined && Array.isArray(question.answerValues) ? question.answerValues : [];
}

function increase(members: Members | undefined, name: string): void {
  if (members !== undefined) members[name] = Number(members[name]) + 1;
}
