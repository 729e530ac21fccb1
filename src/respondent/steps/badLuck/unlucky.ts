import type { BadLuck } from '../../../result/exchange.ts';
import type { Position } from '../../model/position.ts';
import type { Random } from '../../random.ts';
import type { Step } from '../step.ts';
import { submit } from '../submit.ts';
import { doubleSubmit } from './doubleSubmit.ts';
import { hesitateThenSubmit, hesitateThenTake } from './hesitate.ts';
import { lostAnswer, lostConnection } from './lostConnection.ts';
import { retry } from './retry.ts';
import { slowReader } from './slowReader.ts';
import { firstPageAgain, pageBeforeAgain } from './twoTabs.ts';

/** The ways in which each bad luck happens: each as often as the others. */
const ways: Readonly<Record<BadLuck, readonly [Step, ...Step[]]>> = {
  doubleSubmit: [doubleSubmit],
  retry: [retry],
  lostConnection: [lostConnection, lostAnswer],
  twoTabs: [pageBeforeAgain, firstPageAgain],
  slowReader: [slowReader],
  hesitate: [hesitateThenSubmit, hesitateThenTake],
};

/** The step of a respondent whom bad luck has met; an older page cannot be submitted where there is none. */
export function unlucky(kind: BadLuck, { visitBefore, visits }: Position, random: Random): Step {
  if (kind === 'twoTabs' && (visitBefore?.body ?? null) === null) return submit;
  const [first, ...others] = ways[kind];
  if (kind === 'twoTabs' && (visits[0]?.body ?? null) === null) return first;
  return others[random.below(others.length + 1)] ?? first;
}
