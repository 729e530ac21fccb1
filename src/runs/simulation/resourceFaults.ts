import type { AdministrationEndpoint } from '../../service/administration/call.ts';
import { convert, every, type Members, plus, rewrite } from '../../service/faults/edits.ts';
import { mutateResources, showingRecords } from '../../service/faults/mutateAnswer.ts';
import { type GeneratedFault, wrong } from './generatedFault.ts';

/** How a value that came from a client can come back otherwise. */
const textChanges: Readonly<Record<string, (text: string) => string>> = {
  cut: (text) => text.slice(0, text.length >> 1),
  'cut at 255': (text) => text.slice(0, 255),
  'without what is not ASCII': (text) => text.replace(/[^\s\x20-\x7e]/g, ''),
  'in capitals': (text) => text.toUpperCase(),
  empty: () => '',
  'with a blank more': (text) => (text === '' ? text : `${text} `),
};

/** Members that only the client can know. */
const recordTexts = [
  'externalReference',
  'customVariables.custom1',
  'customVariables.custom2',
  'customVariables.custom3',
  'customVariables.custom4',
  'customVariables.custom5',
  'language',
] as const;
/** The records that are searched have no language. */
const searchedTexts = recordTexts.filter((name) => name !== 'language');
const resourceTexts: readonly (readonly [AdministrationEndpoint, readonly string[]])[] = [
  ['create-department', ['name']],
  ['list-departments', ['name']],
  ['create-template', ['title', 'emailSubject', 'content']],
  ...showingRecords.map(
    (endpoint) => [endpoint, endpoint === 'filter-responses' ? searchedTexts : recordTexts] as const,
  ),
];

/** Members whose number belongs to something else when it is one higher. */
const numbers: readonly (readonly [AdministrationEndpoint, readonly string[]])[] = [
  ['create-department', ['primaryAccountID', 'organizationID']],
  ['list-departments', ['departmentID', 'primaryAccountID']],
  ['update-datapad', ['datapadID', 'surveyID']],
  ['create-template', ['surveyID']],
  ['list-responses', ['surveyID']],
  ['filter-responses', ['surveyID']],
  ['fetch-response', ['surveyID', 'responseID']],
];

/** What was sent comes back otherwise, wherever the service shows it. */
export function* resourceFaults(): Generator<GeneratedFault> {
  for (const [endpoint, members] of resourceTexts)
    for (const member of members)
      for (const [name, change] of Object.entries(textChanges)) {
        const how = mutateResources([endpoint], rewrite(member, change));
        yield wrong('a text comes back otherwise', `${endpoint} ${member}: ${name}`, how);
      }
  for (const endpoint of showingRecords) yield* inRecords(endpoint);
  for (const [endpoint, members] of numbers)
    for (const member of members)
      yield wrong(
        'a number is another',
        `${endpoint} ${member}`,
        mutateResources([endpoint], convert(member, plus(1))),
      );
}

const sets: Readonly<Record<string, (set: Members[]) => unknown>> = {
  'the first question lost': (set) => set.shift(),
  'the last question lost': (set) => set.length > 1 && set.pop(),
  'the first answer lost': ([question]) => answersOf(question).shift(),
  'the last answer lost': (set) => answersOf(set.at(-1)).pop(),
  'another question': ([question]) => increase(question, 'questionID'),
  'another answer': ([question]) => increase(answersOf(question)[0], 'answerID'),
  'another answer at the end': (set) => increase(answersOf(set.at(-1)).at(-1), 'answerID'),
};

function* inRecords(endpoint: (typeof showingRecords)[number]): Generator<GeneratedFault> {
  for (const [name, change] of Object.entries(sets)) {
    const how = mutateResources([endpoint], ({ responseSet }) => Array.isArray(responseSet) && change(responseSet));
    yield wrong('a record has other answers', `${endpoint}: ${name}`, how);
  }
  for (const [name, change] of Object.entries(textChanges)) {
    const how = mutateResources([endpoint], every('responseSet', every('answerValues', rewrite('value.text', change))));
    yield wrong('a record has other texts', `${endpoint}: ${name}`, how);
  }
}

function answersOf(question: Members | undefined): Members[] {
  return question !== undefined && Array.isArray(question.answerValues) ? question.answerValues : [];
}

function increase(members: Members | undefined, name: string): void {
  if (members !== undefined) members[name] = Number(members[name]) + 1;
}
