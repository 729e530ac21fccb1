import type { ReadPage, ReadTable } from './readPages.ts';

/** A figure that a page shows: what it is called everywhere, as it is written there, and where it stands. */
export interface PageFigure {
  readonly name: string;
  readonly value: string;
  readonly where: string;
}

/** What a figure is called under a key of these labels. */
const labels: Readonly<Record<string, string>> = {
  Respondents: 'respondents.started',
  Requests: 'requests',
  'Median latency': 'latency.p50',
  '99th percentile': 'latency.p99',
  Errors: 'errors',
  Violations: 'violations',
};

/** Sentences and labels, with the names of the figures in them. */
const sentences: readonly (readonly [form: RegExp, ...names: string[]])[] = [
  [/^([\d,]+) checks passed in ([\d,]+) requests\.$/, 'checks', 'requests'],
  [/^Half of the requests took less than (.+?)(?:, 99 of 100 less than (.+?))?\.$/, 'latency.p50', 'latency.p99'],
  [/^Respondents: .*\(([\d,]+) completed/, 'respondents.completed'],
  [/^Requests: .*\((\S+ a second) for/, 'requests.perSecond'],
  [/^Requests: .* a second for (.+?)(?:, after|\))/, 'measured'],
  [/^99th percentile: .*\(longest (.+?)\)$/, 'latency.max'],
  [/^Errors: .*\((\S+ %)/, 'errors.rate'],
  [/([\d,]+) of ([\d,]+) clauses (?:were )?tested/, 'clauses.tested', 'clauses'],
  [/^Clauses: ([\d,]+) of ([\d,]+) tested \(([\d,]+) checks/, 'clauses.tested', 'clauses', 'checks'],
  [/problems? in ([\d,]+) checks/, 'checks'],
  [/^(?:FAIL[: ]+)?The error rate of all endpoints was (.+?); the limit/, 'errors.rate'],
  [/(\d+ runs(?: at once)?, pooled)/, 'pooled'],
  [/ enough for (\S+?\/s)[:,] /, 'peak'],
  [/ for \d+ % more \((\S+)\): /, 'needed'],
  [/^(?:\S+: )?The peak of (\S+): .* With \d+ % above it, (\S+): /, 'peak', 'needed'],
  [/^Sustainable: (\S+)\/s \((\S+) to (\S+?), /, 'carried', 'carried.low', 'carried.high'],
  [/is (?:not )?enough for [^:]+: (\S+)\/s \((\S+) to (\S+)\)/, 'carried', 'carried.low', 'carried.high'],
  [/, at least (\S+)\/s are carried/, 'carried.low'],
  [/^Knee: (\S+)\/s/, 'knee'],
  [/^From about (\S+)\/s on \(the knee\)/, 'knee'],
  [/^(?:Target: there \()?([\d,]+) of ([\d,]+) requests answered/, 'requests.answered', 'requests.sent'],
  [/^Places: ([\d,]+) of ([\d,]+) looked at/, 'places.looked', 'places'],
];

const percentiles: Readonly<Record<string, string>> = {
  '50': 'p50',
  '90': 'p90',
  '95': 'p95',
  '99': 'p99',
};

/** All figures of a page that have a name of their own. */
export function figuresOf({ tables, lines }: ReadPage, page: string): PageFigure[] {
  const told: PageFigure[] = [];
  const tell = (name: string, value: string | undefined, where: string): void => {
    // A dash, or a word in place of a figure, is none.
    if (value !== undefined && /\d/.test(value) && !value.includes('measured') && !value.includes('hold'))
      told.push({ name, value: value.replaceAll('\u00a0', ' '), where: `${page}, ${where}` });
  };
  for (const line of lines) {
    const [, label = '', value = ''] = /^([^:]+): (.*?) \(/.exec(line) ?? [];
    const name = labels[label];
    if (name !== undefined) tell(name, value, `"${line}"`);
    for (const [form, ...names] of sentences)
      form
        .exec(line)
        ?.slice(1)
        .forEach((found, i) => {
          tell(names[i] ?? '', found, `"${line}"`);
        });
    const missed = /The (\d+)(?:st|nd|rd|th) percentile of (all endpoints|\S+) was (.+?); the limit/.exec(line);
    if (missed !== null) {
      const of = missed[2] === 'all endpoints' ? '' : `endpoint(${missed[2]}).`;
      tell(`${of}latency.p${missed[1]}`, missed[3], `"${line}"`);
    }
    const forecast =
      /^At the peak of (\S+): .* up to (?:about )?(.+?), 99 of 100 up to (?:about )?(.+?)(?:, as measured)?\.$/.exec(
        line,
      );
    if (forecast !== null) {
      tell(`p50 at ${forecast[1]}`, forecast[2], `"${line}"`);
      tell(`p99 at ${forecast[1]}`, forecast[3], `"${line}"`);
    }
    const limit = /^(\S+ [<>=]+ \S+) (met|missed)$/.exec(line);
    if (limit?.[1] !== undefined)
      told.push({ name: `verdict of ${limit[1]}`, value: limit[2] ?? '', where: `${page}, a chart` });
  }
  for (const table of tables)
    for (const [name, value] of ofTable(table)) {
      if (name.startsWith('verdict of ')) told.push({ name, value, where: `${page}, table "${table.title}"` });
      else tell(name, value, `table "${table.title}"`);
    }
  return told;
}

function ofTable(table: ReadTable): (readonly [name: string, value: string])[] {
  const { title, headings, rows } = table;
  const cell = (row: readonly string[], heading: string): string => row[headings.indexOf(heading)] ?? '';
  const [first = ''] = headings;
  const scope = /^Percentiles of (\S+)$/.exec(title)?.[1];
  if (scope !== undefined)
    return rows
      .filter(([name]) => name === 'Experienced')
      .flatMap((row) => latencies(`endpoint(${scope}).latency`, headings, row));
  const curve = /^(\S+): latency by percentile$/.exec(title)?.[1];
  if (curve !== undefined)
    return rows.flatMap((row) => {
      const name = percentiles[(row[0] ?? '').replace(' %', '')];
      return name === undefined ? [] : [[`endpoint(${curve}).latency.${name}`, cell(row, 'Experienced')] as const];
    });
  if (title.includes('Slowest exchanges')) return slowest(rows, cell);
  if (first === 'Threshold')
    return rows.flatMap((row) => ofThreshold(row[0] ?? '', cell(row, 'Measured'), cell(row, 'Verdict')));
  const forecast = /^(\S+): latency to expect$/.exec(title)?.[1];
  if (forecast !== undefined)
    return rows.flatMap((row) => {
      const [rate = '', isPeak] = (row[0] ?? '').split(' (peak');
      const [p50, p99] = [cell(row, 'Half within'), cell(row, '99 of 100 within')];
      // What is said of the peak names no datacenter.
      const peak = [`p50 at ${rate}`, p50.replace('≈ ', '')] as const;
      const peak99 = [`p99 at ${rate}`, p99.replace('≈ ', '')] as const;
      return [[`p99 of ${forecast} at ${rate}`, p99] as const, ...(isPeak === undefined ? [] : [peak, peak99])];
    });
  if (title.includes('at equal rates'))
    return rows.flatMap((row) =>
      headings.slice(1).map((name, i) => [`p99 of ${name} at ${row[0]}`, row[i + 1] ?? ''] as const),
    );
  if (first === 'Endpoint') return rows.flatMap((row) => ofEndpoint(headings, row));
  if (first === 'Datacenter' && headings.includes('Knee')) return rows.flatMap((row) => ofCapacity(headings, row));
  if (['Datacenter', 'Persona', 'Step', 'Worker'].includes(first))
    return rows.flatMap((row) =>
      headings.slice(1).map((heading, i) => [`${heading} of ${first} ${row[0]}`, row[i + 1] ?? ''] as const),
    );
  return [];
}

/** What is carried and where its knee is, as the sentences of one datacenter tell it too, and all cells of its row. */
function ofCapacity(headings: readonly string[], row: readonly string[]): (readonly [string, string])[] {
  const of = (heading: string): string => row[headings.indexOf(heading)] ?? '';
  const [, best = '', low = '', high = ''] = /^(\S+)\/s \((\S+) to (\S+)\)$/.exec(of('Respondents a second')) ?? [];
  return [
    ...headings.slice(1).map((heading, i) => [`${heading} of Datacenter ${row[0]}`, row[i + 1] ?? ''] as const),
    ['carried', best],
    ['carried.low', low],
    ['carried.high', high],
    ['knee', of('Knee').replace('/s', '')],
  ];
}

function latencies(name: string, headings: readonly string[], row: readonly string[]): (readonly [string, string])[] {
  return headings.flatMap((heading, i) => {
    const of = heading === 'Longest' ? 'max' : /^p[\d.]+$/.test(heading) ? heading.replace('.', '') : null;
    return of === null ? [] : [[`${name}.${of}`, row[i] ?? ''] as const];
  });
}

function ofEndpoint(headings: readonly string[], row: readonly string[]): (readonly [string, string])[] {
  const name = `endpoint(${row[0]})`;
  const counts = headings.flatMap((heading, i) =>
    heading === 'Requests' || heading === 'Errors' ? [[`${name}.${heading.toLowerCase()}`, row[i] ?? ''] as const] : [],
  );
  return [...counts, ...latencies(`${name}.latency`, headings, row)];
}

/** The slowest of an endpoint is its longest. */
function slowest(
  rows: readonly (readonly string[])[],
  cell: (row: readonly string[], heading: string) => string,
): (readonly [string, string])[] {
  const met = new Set<string>();
  return rows.flatMap((row) => {
    const [endpoint = ''] = row;
    if (met.has(endpoint)) return [];
    met.add(endpoint);
    return [[`endpoint(${endpoint}).latency.max`, cell(row, 'Experienced')] as const];
  });
}

/** A threshold of the whole run measures what others show; in windows, and where it ended the run, it measured them alone. */
function ofThreshold(told: string, measured: string, verdict: string): (readonly [string, string])[] {
  const [, expression = '', metric = '', note = ''] = /^((\S+) [<>=!]+ \S+)(.*)$/.exec(told) ?? [];
  if (note.trim() !== '') return [];
  return [
    [metric, measured],
    [`verdict of ${expression}`, verdict],
  ];
}

/** Names that have two different values, each with all places; nothing where the pages agree. */
export function contradictions(figures: readonly PageFigure[]): string[] {
  return [...Map.groupBy(figures, ({ name }) => name)].flatMap(([name, same]) =>
    new Set(same.map(({ value }) => value)).size < 2
      ? []
      : [`${name}: ${same.map(({ value, where }) => `${value} (${where})`).join('; ')}`],
  );
}
