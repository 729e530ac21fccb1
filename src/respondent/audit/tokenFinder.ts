import { cutTokenIn, tokensOfRun } from '../../judging/tokens.ts';
import type { TokenFinder } from './recordReading.ts';

/** Finds the tokens of the respondents of one run. */
export function tokenFinderOf(runTag: string): TokenFinder {
  return {
    tokensIn: (text) => tokensOfRun(text, runTag),
    cutTokenIn: (text) => cutTokenIn(text, runTag),
  };
}
