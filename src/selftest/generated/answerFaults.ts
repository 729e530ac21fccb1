import type { GivenAnswer, GivenDate } from '../../service/completedResponses.ts';
import type { Survey, SurveyQuestion } from '../../service/survey/survey.ts';
import { keepOtherwise, mapNumbers, mapTexts, markOtherwise } from '../faults/decideOtherwise.ts';
import { capitals, halved, replaced } from '../faults/edits.ts';
import type { Injection } from '../faults/injection.ts';
import { type GeneratedFault, wrong } from './generatedFault.ts';

type Change = (given: GivenAnswer) => GivenAnswer | null;

/** The earlier answer to each question, wrong after going back and in the record of a completed walk. */
export function* answerFaults(surveys: readonly Survey[], recorded: number): Generator<GeneratedFault> {
  for (const survey of surveys) {
    for (const question of survey.pages.flatMap(({ questions }) => questions)) {
      const where = `survey ${survey.id}, question ${question.id} (${question.kind})`;
      const isLastPage = survey.pages.at(-1)?.questions.includes(question) ?? true;
      const isChoice = question.kind === 'single' || question.kind === 'multiple';
      for (const [name, change] of Object.entries(changesTo(question))) {
        const place = `${where}: ${name}`;
        // Where texts, numbers and dates stand after going back is open, so that their absence proves nothing.
        if (survey.backAllowed && !isLastPage && (name !== 'lost' || isChoice))
          yield wrong('an earlier answer is shown otherwise', place, inMarks(question, change));
        if (survey.id === recorded) yield wrong('a completion is stored otherwise', place, inRecord(question, change));
      }
    }
  }
}

function inMarks(question: SurveyQuestion, change: Change): Injection {
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

function inRecord(question: SurveyQuestion, change: Change): Injection {
  const other = (given: GivenAnswer) => (given.questionId === question.id ? change(given) : given);
  return keepOtherwise((completion) => [
    { ...completion, answers: completion.answers.map(other).filter((given) => given !== null) },
  ]);
}

/** What can happen to the answer of a question; each is another answer than was given. */
function changesTo(question: SurveyQuestion): Readonly<Record<string, Change>> {
  const ids = question.answers.map(({ id }) => id);
  const after = (id: number): number => ids[(ids.indexOf(id) + 1) % ids.length] ?? id;
  const lost: Change = () => null;
  switch (question.kind) {
    case 'single':
      return { lost, 'next option': mapChoices((chosen) => chosen.map(after)) };
    case 'multiple':
      return {
        lost,
        'one more': mapChoices((chosen) => [...new Set([...chosen, after(chosen.at(-1) ?? 0)])]),
        'all other options': mapChoices((chosen) => ids.filter((id) => !chosen.includes(id)).slice(0, 1)),
      };
    case 'text':
      return {
        lost,
        cut: mapTexts(halved),
        'without what is not ASCII': mapTexts(replaced(/[^\x20-\x7e]/g, '')),
        'in capitals': mapTexts(capitals),
      };
    case 'rank':
    case 'allocation':
      return { lost, turned, 'all one': mapNumbers(() => 1) };
    default:
      return {
        lost,
        'a year later': mapDates((date) => ({ ...date, year: date.year + 1 })),
        'day and month exchanged': mapDates((date) => ({ ...date, day: date.month, month: Math.min(12, date.day) })),
      };
  }
}

function mapChoices(change: (chosen: readonly number[]) => readonly number[]): Change {
  return (given) => ('answerIds' in given ? { ...given, answerIds: change(given.answerIds) } : given);
}

function mapDates(change: (date: GivenDate) => GivenDate): Change {
  return (given) => ('date' in given ? { ...given, date: change(given.date) } : given);
}

/** Each number is that of the next item. */
function turned(given: GivenAnswer): GivenAnswer {
  if (!('values' in given)) return given;
  const next = (index: number): number => given.values[(index + 1) % given.values.length]?.value ?? 0;
  return { ...given, values: given.values.map((each, index) => ({ ...each, value: next(index) })) };
}
