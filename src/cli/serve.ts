import { once } from 'node:events';
import type { Argv, CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import { type CommonOptions, one, portNumber, shown, wholeNumber, without } from './options.ts';

interface ServeOptions extends CommonOptions {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly session: 'cookie' | 'token' | 'both';
  readonly 'session-timeout': number | undefined;
  readonly latency: string | undefined;
  readonly faults: string | undefined;
  readonly variant: readonly string[];
  readonly store: string | undefined;
  readonly surveys: string | undefined;
  readonly 'rate-limit': boolean;
  readonly openapi: boolean;
  readonly 'list-faults': boolean;
  readonly 'list-variants': boolean;
  readonly 'list-surveys': boolean;
}

const defaultPort = 8080;

/** `canvass serve`: the embedded reference service alone, until it is interrupted. */
export const serveCommand: CommandModule<CommonOptions, ServeOptions> = {
  command: 'serve',
  describe: 'Run the embedded reference service: surveys, faults and latency of choice',
  builder: serveOptions,
  handler: async (options) => {
    if (!(await printLists(options))) await serve(options);
    process.exitCode = exitCodes.pass;
  },
};

function serveOptions(cli: Argv<CommonOptions>): Argv<ServeOptions> {
  const text = { type: 'string', requiresArg: true } as const;
  return without(cli, 'serve', ['out', 'base-url', 'datacenter', 'set'])
    .option('port', {
      ...text,
      describe: `Port, 0 for any (${defaultPort})`,
      coerce: (value) => portNumber('port', value),
    })
    .option('host', { ...text, describe: 'Address to listen on (127.0.0.1)', coerce: (value) => one('host', value) })
    .option('session', {
      choices: ['cookie', 'token', 'both'] as const,
      default: 'cookie' as const,
      describe: 'How a session travels: JSESSIONID, x-survey-token, or either',
    })
    .option('session-timeout', {
      ...text,
      describe: 'Seconds without a request after which a session has expired (1800)',
      coerce: (value) => wholeNumber('session-timeout', value),
    })
    .option('latency', {
      ...text,
      describe: 'Hold responses back, in ms: fixed:20, uniform:5:50, lognormal:20:0.5, exponential:20, stall:200:1000',
      coerce: (value) => one('latency', value),
    })
    .option('faults', {
      ...text,
      describe: 'Inject faults: id,id:200 (1 in 200)',
      coerce: (value) => one('faults', value),
    })
    .option('variant', {
      ...text,
      array: true,
      default: [] as readonly string[],
      describe: 'What the document leaves open: name=value; can be repeated',
    })
    .option('store', { ...text, describe: 'Keep resources in a file', coerce: (value) => one('store', value) })
    .option('surveys', { ...text, describe: 'Folder of survey files', coerce: (value) => one('surveys', value) })
    .option('rate-limit', { type: 'boolean', default: false, describe: 'Answer 429 as the live service does' })
    .option('openapi', { type: 'boolean', default: false, describe: 'Print the OpenAPI document and end' })
    .option('list-faults', { type: 'boolean', default: false, describe: 'Print the faults and end' })
    .option('list-variants', { type: 'boolean', default: false, describe: 'Print the variants and end' })
    .option('list-surveys', { type: 'boolean', default: false, describe: 'Print the surveys and end' })
    .example(...shown('$0 serve', `on port ${defaultPort}, with an example walk by curl`))
    .example(...shown('$0 serve --latency lognormal:20:0.5 --seed 7', 'a service that takes its time'))
    .example(...shown('$0 serve --faults back-loses-answers,server-error:200', 'a service with defects'))
    .example(
      ...shown('$0 serve --variant expiredHttp=440 --variant submitKey=required', 'other answers to open questions'),
    );
}

/** Prints what was asked for instead of serving. */
async function printLists(options: ServeOptions): Promise<boolean> {
  const lines: string[] = [];
  if (options.openapi) {
    const { openApiDocument } = await import('../contract/openapi.ts');
    lines.push(JSON.stringify(openApiDocument(), null, 2));
  }
  if (options['list-faults']) lines.push(...(await import('../service/faults/faults.ts')).describeFaults());
  if (options['list-variants']) lines.push(...(await import('../service/variants.ts')).describeVariants());
  if (options['list-surveys']) {
    const { describeSurveys, loadSurveys } = await import('../service/survey/catalogue.ts');
    lines.push(...describeSurveys(loadSurveys(options.surveys)));
  }
  for (const line of lines) process.stdout.write(`${line}\n`);
  return lines.length > 0;
}

async function serve(options: ServeOptions): Promise<void> {
  const { startService } = await import('../service/service.ts');
  const { parseLatency } = await import('../service/latency.ts');
  const { chooseFaults } = await import('../service/faults/faultChoice.ts');
  const { resolveVariants } = await import('../service/variants.ts');
  const { loadSurveys } = await import('../service/survey/catalogue.ts');
  const { SqliteStore } = await import('../service/store/sqliteStore.ts');
  const { fieldRateLimits } = await import('../contract/limits.ts');
  const { latency, faults, host, seed, store, 'session-timeout': sessionTimeout } = options;
  const service = await startService({
    port: options.port ?? defaultPort,
    session: options.session,
    surveys: loadSurveys(options.surveys),
    variants: resolveVariants(variantsOf(options.variant)),
    faults: chooseFaults(faults ?? ''),
    ...(host === undefined ? {} : { host }),
    ...(seed === undefined ? {} : { seed }),
    ...(sessionTimeout === undefined ? {} : { sessionTimeoutMs: sessionTimeout * 1000 }),
    ...(latency === undefined ? {} : { latency: parseLatency(latency) }),
    ...(store === undefined ? {} : { store: new SqliteStore(store) }),
    ...(options['rate-limit'] ? { rateLimits: fieldRateLimits } : {}),
  });
  const { defaultKeys } = await import('../service/keys.ts');
  const { curlWalk } = await import('../service/curlWalk.ts');
  const [key = ''] = defaultKeys.valid;
  const [survey] = service.surveys.values();
  process.stdout.write(`${service.baseUrl}\n`);
  if (!options.quiet && survey !== undefined) {
    const walk = curlWalk(service.baseUrl, key, survey).join('\n  ');
    process.stdout.write(`\nA walk by hand:\n  ${walk}\n\nCtrl-C ends the service.\n`);
  }
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await service.close();
}

function variantsOf(items: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    items.map((item) => {
      const at = item.indexOf('=');
      if (at < 1) throw new ToolError('USAGE', `--variant takes name=value, not "${item}"; --list-variants shows all`);
      return [item.slice(0, at), item.slice(at + 1)];
    }),
  );
}
