/** One thing that was looked at: `bad` keeps runs from working, `doubtful` makes them worth less. */
export interface Finding {
  readonly level: 'good' | 'doubtful' | 'bad';
  readonly about: string;
  readonly found: string;
  /** What to do; empty where there is nothing. */
  readonly advice: string;
}

export function good(about: string, found: string): Finding {
  return { level: 'good', about, found, advice: '' };
}

export function doubtful(about: string, found: string, advice: string): Finding {
  return { level: 'doubtful', about, found, advice };
}

export function bad(about: string, found: string, advice: string): Finding {
  return { level: 'bad', about, found, advice };
}
