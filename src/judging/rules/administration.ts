import type { Findings } from '../findings.ts';
import type { Answer } from '../reading/answer.ts';

/** Endpoints 4 to 12: what one answer must be, whatever was asked before it. */
export function judgeAdministration(_findings: Findings, _answer: Answer): void {}
