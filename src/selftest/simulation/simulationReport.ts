import { excerpt } from '../../judging/mismatch.ts';
import type { GeneratedOutcome } from '../generated/recordedAnswers.ts';
import { isMistaken, type ScriptOutcome } from '../scriptTrial.ts';
import type { OutcomeOf, SelftestKind } from '../selftestThread.ts';
import type { HonestOutcome } from './honestServices.ts';

/** Honest services that raised an alarm, each with the dimensions that it takes; then how many there were. */
export function honestText(outcomes: readonly HonestOutcome[]): string {
  const wrong = outcomes.filter(isAlarmed);
  const checks = outcomes.reduce((sum, outcome) => sum + outcome.checks, 0);
  return [
    ...wrong.map(honestLine),
    `False alarms    ${wrong.length} of ${outcomes.length} combinations of what the document allows, in ${checks} checks`,
    '',
  ].join('\n');
}

export function isAlarmed({ alarms, harnessErrors }: HonestOutcome): boolean {
  return alarms.length + harnessErrors.length > 0;
}

/** One combination for people: the alarms that it raised, and what it takes to raise them. */
export function honestLine({ service, alarms, harnessErrors, needed }: HonestOutcome): string {
  const choices = Object.entries(needed).map(([id, value]) => `${id}=${value}`);
  const words = alarms.map(
    ({ clause, expected, actual }) => `${clause}: expected ${excerpt(expected)}, actual ${excerpt(actual)}`,
  );
  const found = [...words, ...harnessErrors].join('; ') || 'nothing';
  return `honest ${service.seed} (${service.session}) with ${choices.join(', ') || 'nothing special'}: ${found}`;
}

/** A table: what was wrong, at how many places, how often noticed, and by which clauses. */
export function generatedTable(outcomes: readonly GeneratedOutcome[]): string {
  const rows = [...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, own]) => {
    const noticed = own.filter(isNoticed).length;
    return `| ${kind} | ${own.length} | ${noticed} | ${own.filter(({ gates }) => gates).length} | ${foremost(own)} |`;
  });
  const noticed = outcomes.filter(isNoticed).length;
  const failing = outcomes.filter(({ gates }) => gates).length;
  const share = outcomes.length === 0 ? '–' : `${((100 * noticed) / outcomes.length).toFixed(1)} % noticed`;
  return [
    '| What is wrong | Places | Noticed | Fails the run | By, most often |',
    '|---|---:|---:|---:|---|',
    ...rows,
    `| all | ${outcomes.length} | ${noticed} | ${failing} | ${share} |`,
    '',
  ].join('\n');
}

/** Whether anything failed, even what cannot fail a run: the document only recommends it, or a sample shows it. */
export function isNoticed({ clauses }: GeneratedOutcome): boolean {
  return clauses.length > 0;
}

/** One fault for people: what noticed it, or that nothing did. */
export function generatedLine(outcome: GeneratedOutcome): string {
  const { kind, place, clauses, gates } = outcome;
  if (!isNoticed(outcome)) return `MISSED ${kind}: ${place}`;
  return `${gates ? 'noticed' : 'deviates'} ${kind}: ${place}: ${clauses[0]}`;
}

/** One script for people: what it ended with on the service with the defect, and on one without. */
function scriptLine(outcome: ScriptOutcome): string {
  const { id, clause, classification, by, faulty, clean } = outcome;
  const said = isMistaken(outcome) ? 'MISTAKEN' : 'right';
  return `${said} ${id}: ${clause}, ${classification}: ${by} ends with ${faulty} with the fault, ${clean} without`;
}

/** How many scripts, and replays where no script can, told the service with the defect from the one without; and each that was mistaken. */
export function scriptsText(outcomes: readonly ScriptOutcome[]): string {
  const counts = (['script', 'replay'] as const).map((by) => {
    const own = outcomes.filter((outcome) => outcome.by === by);
    const told = own.filter(({ faulty, clean }) => faulty === 1 && clean === 0).length;
    return `by ${by} ${told} of ${own.length}`;
  });
  const mistaken = outcomes.filter(isMistaken);
  return [
    ...mistaken.map(scriptLine),
    `Scripts         ${outcomes.length}: with the fault and without told ${counts.join(', ')}; ${mistaken.length} mistaken`,
    '',
  ].join('\n');
}

const shownClauses = 4;

function foremost(outcomes: readonly GeneratedOutcome[]): string {
  const counts = new Map<string, number>();
  for (const { clauses } of outcomes) {
    const [first] = clauses;
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a);
  const names = most.slice(0, shownClauses).map(([clause, count]) => `${clause} ${count}`);
  return most.length > shownClauses ? `${names.join(', ')} and ${most.length - shownClauses} more` : names.join(', ');
}

/** Of each kind of subject whether it came out as it should, and a line about it. */
const told: {
  readonly [Kind in SelftestKind]: (outcome: OutcomeOf<Kind>) => readonly [asItShould: boolean, line: string];
} = {
  fault: ({ id, killed, breaks, detail }) => [
    killed,
    killed ? `noticed ${id}: ${breaks.join(', ')}` : `MISSED ${id}: ${detail}`,
  ],
  variant: ({ id, alarms, misread, harnessErrors }) => {
    const findings = [...alarms, ...misread, ...harnessErrors];
    return [
      findings.length === 0,
      findings.length === 0 ? `silent ${id}` : `FALSE ALARM ${id}: ${findings.join('; ')}`,
    ];
  },
  scripts: (outcomes) => [
    !outcomes.some(isMistaken),
    outcomes.map(scriptLine).join('; ') || 'no script: nothing was found',
  ],
  honest: (outcome) => [!isAlarmed(outcome), `${isAlarmed(outcome) ? 'FALSE ALARM' : 'silent'} ${honestLine(outcome)}`],
  generated: (outcome) => [isNoticed(outcome), generatedLine(outcome)],
};

/** What came of one subject of the self-test: whether a fault was noticed, or an honest service kept silent about; and a line. */
export function outcomeLine<Kind extends SelftestKind>({ kind, outcome }: { kind: Kind; outcome: OutcomeOf<Kind> }) {
  return told[kind](outcome);
}
