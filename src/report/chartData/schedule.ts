/** A stretch of the plan in which the load goes straight from one level to another; seconds since the start of the run. */
export interface PlannedStage {
  readonly fromSecond: number;
  readonly toSecond: number;
  /** Arrivals a second, or respondents at once. */
  readonly from: number;
  readonly to: number;
}

/** What load was planned: the levels of an open model are arrivals a second, those of a closed one respondents at once. */
export interface Schedule {
  readonly model: 'open' | 'closed';
  readonly warmupSeconds: number;
  readonly stages: readonly PlannedStage[];
}

/** Second in which the last stage ends; after it walks under way come to their end. */
export function plannedEnd({ stages }: Schedule): number {
  return stages.at(-1)?.toSecond ?? 0;
}
