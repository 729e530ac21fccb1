/** Who follows a run while it goes on: a terminal, a test, nobody. */
export interface RunWatch<Progress = never> {
  /** Aborted by a person: the run ends early, and its result is written all the same. */
  readonly interrupt: AbortSignal;
  /** What a person should know at once. */
  onNotice(notice: string): void;
  onProgress(progress: Progress): void;
}
