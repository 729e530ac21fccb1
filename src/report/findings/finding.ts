/** Something that stands out in a run, in a sentence, with the moment that it is about. */
export interface StandsOut {
  readonly text: string;
  /** Seconds since the start of the run, the end excluded; `null` for what is of the whole run. */
  readonly moment: { readonly fromSecond: number; readonly toSecond: number } | null;
}
