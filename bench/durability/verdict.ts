import type { AuditedRun } from './auditedRun.ts';

/** What an audit got wrong, against what the store file holds; empty when it is right to the last respondent. */
export function verdictOf({ audit, truth }: AuditedRun, faults: string): string[] {
  const named = (...kinds: readonly string[]): Set<string> =>
    new Set(audit.examples.filter(({ kind }) => kinds.includes(kind)).map(({ token }) => token));
  const problems = [
    ...differences('lost', named('lost'), truth.lost),
    ...differences('duplicated', named('duplicated'), truth.duplicated),
    ...differences('altered or foreign', named('altered', 'foreign'), truth.different),
  ];
  if (audit.stored !== truth.stored) problems.push(`stored: ${audit.stored}, in the file ${truth.stored}`);
  if (audit.completed !== truth.stored + truth.lost.size) problems.push('completed: not those stored and lost');
  if (audit.unread > 0) problems.push(`${audit.unread} not read`);
  const caught = audit.lost + audit.duplicated + audit.altered + audit.foreign;
  if (faults === '' && caught > 0) problems.push('accuses a sound service');
  if (faults !== '' && caught === 0) problems.push('finds nothing');
  return problems;
}

function differences(what: string, found: ReadonlySet<string>, wanted: ReadonlySet<string>): string[] {
  const missed = wanted.difference(found);
  const invented = found.difference(wanted);
  return [
    ...(missed.size > 0 ? [`${missed.size} ${what} not named, as ${[...missed][0]}`] : []),
    ...(invented.size > 0 ? [`${invented.size} named ${what} and are not, as ${[...invented][0]}`] : []),
  ];
}
