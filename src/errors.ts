/** Exit codes of every command: one enumeration, documented in the README (design, Commands). */
export const exitCodes = {
  pass: 0,
  fail: 1,
  usage: 2,
  invalid: 3,
  internal: 4,
  targetAway: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Every error that canvass raises on purpose, with the exit code that it ends the command with. */
const catalogue = {
  USAGE: exitCodes.usage,
  PROFILE: exitCodes.usage,
  EXPRESSION: exitCodes.usage,
  INPUT_REFUSED: exitCodes.usage,
  RESULT_UNREADABLE: exitCodes.usage,
  WITNESS_UNREADABLE: exitCodes.usage,
  OUTPUT_UNWRITABLE: exitCodes.usage,
  PORT_IN_USE: exitCodes.usage,
  NOT_AUTHORIZED: exitCodes.usage,
  KEY_MISSING: exitCodes.usage,
  TARGET_UNREACHABLE: exitCodes.targetAway,
  TARGET_UNUSABLE: exitCodes.invalid,
  WORKER_LOST: exitCodes.invalid,
  WORKERS_MISSING: exitCodes.invalid,
  NATS_UNREACHABLE: exitCodes.invalid,
  INTERRUPTED: exitCodes.interrupted,
} as const satisfies Record<string, ExitCode>;

export type ToolErrorCode = keyof typeof catalogue;
export const toolErrorCodes = Object.keys(catalogue) as readonly ToolErrorCode[];

/**
 * An error that a person can act on: `message` says what is wrong and what to change, without a stack trace.
 * Anything else that reaches `main` is a defect of canvass and ends with exit code 4.
 */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly exitCode: ExitCode;

  constructor(code: ToolErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ToolError';
    this.code = code;
    this.exitCode = catalogue[code];
  }
}

/** What went wrong, in its own words. @param error whatever was thrown */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
