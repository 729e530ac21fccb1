import type { SelftestOutcome } from './selftestThread.ts';
import { generatedLine, honestLine, isNoticed } from './simulation/simulationReport.ts';

/** Whether a fault was noticed, or an honest service kept silent about. */
export function isAsItShould(subject: SelftestOutcome): boolean {
  switch (subject.kind) {
    case 'fault':
      return subject.outcome.killed;
    case 'generated':
      return isNoticed(subject.outcome);
    case 'honest':
      return subject.outcome.alarms.length + subject.outcome.harnessErrors.length === 0;
    case 'variant': {
      const { alarms, misread, harnessErrors } = subject.outcome;
      return alarms.length + misread.length + harnessErrors.length === 0;
    }
  }
}

/** What came of one subject of the self-test, in a line. */
export function lineOf(subject: SelftestOutcome): string {
  switch (subject.kind) {
    case 'fault': {
      const { id, killed, breaks, detail } = subject.outcome;
      return killed ? `noticed ${id}: ${breaks.join(', ')}` : `MISSED ${id}: ${detail}`;
    }
    case 'generated':
      return generatedLine(subject.outcome);
    case 'honest':
      return `${isAsItShould(subject) ? 'silent' : 'FALSE ALARM'} ${honestLine(subject.outcome)}`;
    case 'variant': {
      const { id, alarms, misread, harnessErrors } = subject.outcome;
      return isAsItShould(subject)
        ? `silent ${id}`
        : `FALSE ALARM ${id}: ${[...alarms, ...misread, ...harnessErrors].join('; ')}`;
    }
  }
}
