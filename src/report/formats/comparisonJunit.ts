import type { TwinComparison } from '../compare/compareTwins.ts';
import { percentileName } from '../compare/comparisonReasons.ts';
import { isUnwanted, toTell } from '../compare/comparisonWords.ts';
import { differenceCount, differenceText } from '../content/comparisonParts.ts';
import { brokenText } from '../content/witnessText.ts';
import { type Case, type Suite, suite, suitesXml, verdictCase, violationsText } from './junit.ts';

/**
 * A duet as JUnit XML: a suite `duet` with the verdict, one each for promises, behaviour and speed. What cannot be told
 * is skipped, never passed.
 */
export function comparisonJunit(report: TwinComparison): string {
  const suites: Suite[] = [
    suite('duet', [verdictCase('duet', report.verdict, report.headline, report.reasons)]),
    suite('promises', promiseCases(report)),
    suite('behaviour', differenceCases(report)),
    suite('speed', speedCases(report)),
  ];
  return suitesXml(report.run, suites);
}

function promiseCases({ promises }: TwinComparison): Case[] {
  return promises.map(({ standing, gating, violation }): Case => {
    const common = { name: violation.id, group: standing, detail: violationsText([violation]) };
    if (!gating) return { kind: 'passed', ...common };
    return { kind: 'failure', ...common, message: brokenText(violation) };
  });
}

function differenceCases({ differences }: TwinComparison): Case[] {
  return differences.map((difference): Case => {
    const { id, standing, example } = difference;
    const message = differenceText(difference);
    const scripts = `base:\n${example.base.curl}\ncandidate:\n${example.candidate.curl}`;
    const common = {
      name: id,
      group: standing.kind,
      detail: `${message}\n× ${differenceCount(difference)}\n${scripts}`,
    };
    return isUnwanted(difference) ? { kind: 'failure', ...common, message } : { kind: 'passed', ...common };
  });
}

function speedCases({ shifts }: TwinComparison): Case[] {
  return shifts.map((shift): Case => {
    const message = [shift.verdict, toTell(shift)].filter(Boolean).join(' ');
    const common = { name: `${shift.endpoint} ${percentileName(shift.share)}`, group: 'speed', detail: message };
    if (shift.verdict === 'SLOWER') return { kind: 'failure', ...common, message };
    return shift.verdict === "CAN'T TELL" ? { kind: 'skipped', ...common, message } : { kind: 'passed', ...common };
  });
}
