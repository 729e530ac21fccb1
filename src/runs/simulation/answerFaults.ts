import type { GivenAnswer } from '../../service/completedResponses.ts';
import { keepOtherwise, markOtherwise } from '../../service/faults/decideOtherwise.ts';
import type { Survey, SurveyQuestion } from '../../service/survey/survey.ts';
import type { GeneratedFault } from './generatedFault.ts';

type Change = (given: GivenAnswer) => GivenAnswer | null;

/** The earlier answer to each question, wrong after going back and in the record of a completed walk. */
export function* answerFaults(surveys: readonly Survey[], recorded: number): Generator<GeneratedFault> {
  for (const survey of surveys) {
    for (const question of survey.pages.flatMap(({ questions }) => questions)) {
      const where = `survey ${survey.id}, question ${question.id} (${question.kind})`;
      for (const [name, change] of Object.entries(changesTo(question))) {
        const place = `${where}: ${name}`;
        const isLastPage = survey.pages.at(-1)?.questions.includes(question) ?? true;
        // Where texts, numbers and dates stand after going back is open, so that their absence proves nothing.
        const isOpen = name === 'lost' && !('answerIds' in shapeOf(question));
        if (survey.backAllowed && !isLastPage && !isOpen) {
          yield { kind: 'an earlier answer is shown otherwise', place, how: inMarks(question, change) };
        }
        if (survey.id === recorded) {
          yield { kind: 'a completion is stored otherwise', place, how: inRecord(question, change) };
        }
      }
    }
  }
}

function shapeOf({ kind }: SurveyQuestion): object {
  return kind === 'single' || kind === 'multiple' ? { answerIds: [] } : {};
}

function inMarks(question: SurveyQuestion, change: Change) {
  return markOtherwise(
    (answers) => {
      const changed = new Map(answers);
      const given = answers.get(question.id);
      const other = given && change(given);
      if (other === null) changed.delete(question.id);
      else if (other !== undefined) changed.set(question.id, other);
      return changed;
    },
    (answers) => answers.has(question.id),
  );
}

function inRecord(question: SurveyQuestion, change: Change) {
  return keepOtherwise((completion) => [
    {
      ...completion,
      answers: completion.answers.flatMap((given) => {
        const other = given.questionId === question.id ? change(given) : given;
        return other === null ? [] : [other];
      }),
    },
  ]);
}

/** What can happen to the answer of a question; each is another answer than was given. */
function changesTo(question: SurveyQuestion): Readonly<Record<string, Change>> {
  const ids = question.answers.map(({ id }) => id);
  const lost: Change = () => null;
  switch (question.kind) {
    case 'single':
      return {
        lost,
        'next option': (given) =>
          'answerIds' in given
            ? withIds(
                given,
                given.answerIds.map((id) => after(ids, id)),
              )
            : given,
      };
    case 'multiple':
      return {
        lost,
        'one more': (given) =>
          'answerIds' in given
            ? withIds(given, [...new Set([...given.answerIds, after(ids, given.answerIds.at(-1) ?? 0)])])
            : given,
        'all other options': (given) =>
          'answerIds' in given ? withIds(given, ids.filter((id) => !given.answerIds.includes(id)).slice(0, 1)) : given,
      };
    case 'text':
      return {
        lost,
        cut: texts((text) => text.slice(0, text.length >> 1)),
        'without what is not ASCII': texts((text) => text.replace(/[^\x20-\x7e]/g, '')),
        'in capitals': texts((text) => text.toUpperCase()),
      };
    case 'rank':
    case 'allocation':
      return {
        lost,
        turned: (given) =>
          'values' in given
            ? {
                ...given,
                values: given.values.map((each, at, all) => ({
                  ...each,
                  value: all[(at + 1) % all.length]?.value ?? 0,
                })),
              }
            : given,
        'all one': (given) =>
          'values' in given ? { ...given, values: given.values.map((each) => ({ ...each, value: 1 })) } : given,
      };
    default:
      return {
        lost,
        'a year later': (given) =>
          'date' in given ? { ...given, date: { ...given.date, year: given.date.year + 1 } } : given,
        'day and month exchanged': (given) =>
          'date' in given && given.date.day !== given.date.month
            ? { ...given, date: { ...given.date, day: given.date.month, month: Math.min(12, given.date.day) } }
            : given,
      };
  }
}

function texts(change: (text: string) => string): Change {
  return (given) =>
    'texts' in given ? { ...given, texts: given.texts.map((each) => ({ ...each, text: change(each.text) })) } : given;
}

function withIds(
  given: Extract<GivenAnswer, { answerIds: readonly number[] }>,
  answerIds: readonly number[],
): GivenAnswer {
  return { ...given, answerIds };
}

function after(ids: readonly number[], id: number): number {
  return ids[(ids.indexOf(id) + 1) % ids.length] ?? id;
}
