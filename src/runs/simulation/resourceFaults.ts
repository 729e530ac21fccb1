import { isRecord } from '../../contract/jsonShape.ts';
import type { AdministrationEndpoint } from '../../service/administration/call.ts';
import { convert, elements, type Members, within } from '../../service/faults/edits.ts';
import { mutateResources, showingRecords } from '../../service/faults/mutateAnswer.ts';
import type { GeneratedFault } from './generatedFault.ts';

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

/** What was sent comes back otherwise, wherever the service shows it. */
export function* resourceFaults(): Generator<GeneratedFault> {
  for (const [endpoint, members] of resourceTexts) {
    for (const member of members) {
      for (const [name, change] of Object.entries(textChanges)) {
        yield {
          kind: 'a text comes back otherwise',
          place: `${endpoint} ${member}: ${name}`,
          how: mutateResources(
            [endpoint],
            convert(member, (value) => (typeof value === 'string' ? change(value) : value)),
          ),
        };
      }
    }
  }
  for (const endpoint of showingRecords) yield* inRecords(endpoint);
  const numbers: readonly (readonly [AdministrationEndpoint, string])[] = [
    ['create-department', 'primaryAccountID'],
    ['create-department', 'organizationID'],
    ['list-departments', 'departmentID'],
    ['list-departments', 'primaryAccountID'],
    ['update-datapad', 'datapadID'],
    ['update-datapad', 'surveyID'],
    ['create-template', 'surveyID'],
    ['list-responses', 'surveyID'],
    ['filter-responses', 'surveyID'],
    ['fetch-response', 'surveyID'],
    ['fetch-response', 'responseID'],
  ];
  for (const [endpoint, member] of numbers) {
    yield {
      kind: 'a number is another',
      place: `${endpoint} ${member}`,
      how: mutateResources(
        [endpoint],
        convert(member, (value) => Number(value) + 1),
      ),
    };
  }
}

function* inRecords(endpoint: (typeof showingRecords)[number]): Generator<GeneratedFault> {
  const sets: Readonly<Record<string, (set: Members[]) => void>> = {
    'the first question lost': (set) => void set.shift(),
    'the last question lost': (set) => void (set.length > 1 && set.pop()),
    'the first answer lost': ([question]) => void answersOf(question).shift(),
    'the last answer lost': (set) => void answersOf(set.at(-1)).pop(),
    'another question': ([question]) => increase(question, 'questionID'),
    'another answer': ([question]) => increase(answersOf(question)[0], 'answerID'),
    'another answer at the end': (set) => increase(answersOf(set.at(-1)).at(-1), 'answerID'),
  };
  for (const [name, change] of Object.entries(sets)) {
    yield {
      kind: 'a record has other answers',
      place: `${endpoint}: ${name}`,
      how: mutateResources([endpoint], (record) => {
        if (Array.isArray(record.responseSet))
          change(record.responseSet.filter(isRecord).length > 0 ? record.responseSet : []);
      }),
    };
  }
  for (const [name, change] of Object.entries(textChanges)) {
    yield {
      kind: 'a record has other texts',
      place: `${endpoint}: ${name}`,
      how: mutateResources([endpoint], (record) => {
        for (const answer of elements(record, 'responseSet').flatMap(answersOf)) {
          within(
            'value',
            convert('text', (text) => change(String(text))),
          )(answer);
        }
      }),
    };
  }
}

function answersOf(question: Members | undefined): Members[] {
  return question !== undefined && Array.isArray(question.answerValues) ? question.answerValues : [];
}

function increase(members: Members | undefined, name: string): void {
  if (members !== undefined) members[name] = Number(members[name]) + 1;
}
