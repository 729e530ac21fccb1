import Type from 'typebox';

const numberKey = Type.String({ pattern: '^[0-9]+$' });

/** What stands in a profile for the answer to one question; `readRule` takes it apart. */
const Answer = Type.Union(
  [
    Type.Number(),
    Type.String(),
    Type.Array(Type.Number()),
    Type.Record(Type.String({ minLength: 1 }), Type.Union([Type.Number(), Type.String()])),
  ],
  {
    errorMessage:
      'expected an answer id, a list of them, weights { 10101: 70, 10102: 30 }, a text, email, number 18..99, date 1950-01-01..2005-12-31, pattern […], text 20..200, or { from: people.csv, column: name }',
  },
);

/** `respondent.answers`: by survey and question. */
export const Answers = Type.Record(numberKey, Type.Record(numberKey, Answer), {
  default: {},
  description:
    'what is answered, by survey and question: a fixed value, weighted choices, a generator, or a column of a CSV file',
});
