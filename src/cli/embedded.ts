import { once } from 'node:events';
import { exitCodes } from '../errors.ts';
import type { SelftestOutcome } from '../runs/selftestThread.ts';
import { isAsItShould, lineOf } from '../runs/simulation/simulationReport.ts';
import {
  command,
  countOption,
  flagOption,
  portOption,
  shown,
  textOption,
  textsOption,
  wholeNumberOption,
  without,
} from './options.ts';

const defaultPort = 8080;
const latencies = 'fixed:20, uniform:5:50, lognormal:20:0.5, exponential:20, stall:200:1000';

/** `canvass serve`: the embedded reference service alone, until it is interrupted. */
export const serveCommand = command(
  'serve',
  'Run the embedded reference service: surveys, faults and latency of choice',
  (cli) =>
    without(cli, 'serve', ['out', 'base-url', 'datacenter', 'set'])
      .option('port', portOption('port', `Port, 0 for any (${defaultPort})`))
      .option('host', textOption('host', 'Address to listen on (127.0.0.1)'))
      .option('session', {
        choices: ['cookie', 'token', 'both'] as const,
        default: 'cookie' as const,
        describe: 'How a session travels: JSESSIONID, x-survey-token, or either',
      })
      .option(
        'session-timeout',
        wholeNumberOption('session-timeout', 'Seconds without a request after which a session has expired (1800)'),
      )
      .option('latency', textOption('latency', `Hold responses back, in ms: ${latencies}`))
      .option('faults', textOption('faults', 'Inject faults: id,id:200 (1 in 200)'))
      .option('variant', { ...textsOption('What the document leaves open: name=value; can be repeated'), array: true })
      .option('store', textOption('store', 'Keep resources in a file'))
      .option('surveys', textOption('surveys', 'Folder of survey files'))
      .option('rate-limit', flagOption('Answer 429 as the live service does'))
      .option('openapi', flagOption('Print the OpenAPI document and end'))
      .option('list-faults', flagOption('Print the faults and end'))
      .option('list-variants', flagOption('Print the variants and end'))
      .option('list-surveys', flagOption('Print the surveys and end'))
      .example(
        shown({
          serve: `on port ${defaultPort}, with an example walk by curl`,
          'serve --latency lognormal:20:0.5 --seed 7': 'a service that takes its time',
          'serve --faults back-loses-answers,server-error:200': 'a service with defects',
          'serve --variant expiredHttp=440 --variant submitKey=required': 'other answers to open questions',
        }),
      ),
  async (options) => {
    const { describeService, serve } = await import('../runs/serve.ts');
    const { openapi, 'list-faults': faults, 'list-variants': variants, 'list-surveys': surveys } = options;
    const lists = describeService({ openapi, faults, variants, surveys }, options.surveys ?? null);
    for (const line of lists) process.stdout.write(`${line}\n`);
    process.exitCode = exitCodes.pass;
    if (lists.length > 0) return;
    const service = await serve({
      port: options.port ?? defaultPort,
      host: options.host ?? null,
      seed: options.seed ?? null,
      session: options.session,
      sessionTimeoutSeconds: options['session-timeout'] ?? null,
      latency: options.latency ?? null,
      faults: options.faults ?? null,
      variants: options.variant,
      store: options.store ?? null,
      surveys: options.surveys ?? null,
      rateLimit: options['rate-limit'],
    });
    process.stdout.write(`${service.baseUrl}\n`);
    if (!options.quiet && service.walk.length > 0) {
      process.stdout.write(`\nA walk by hand:\n  ${service.walk.join('\n  ')}\n\nCtrl-C ends the service.\n`);
    }
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await service.close();
  },
);

/** `canvass selftest`: does conformance notice every injected fault, and is it silent where nothing is wrong? */
export const selftestCommand = command(
  'selftest',
  'Inject every fault into the embedded service, and see that conform notices; and that it raises no false alarm',
  (cli) =>
    without(cli, 'selftest', ['out', 'base-url', 'datacenter', 'set'])
      .option('faults', textOption('faults', 'Only these faults, by id and comma; `none` for the variants alone'))
      .option(
        'random',
        countOption(
          'random',
          4,
          10_000,
          'Random combinations of what the document allows, beside those that cover every alternative',
        ),
      )
      .option('honest', countOption('honest', 0, 1_000_000, 'Instead: so many honest services, by simulation'))
      .option('generated', countOption('generated', 0, 1_000_000, 'Instead: so many generated faults, by simulation'))
      .option('threads', countOption('threads', 0, 256, 'Threads; 0 takes as many as there are cores'))
      .option('verbose', flagOption('A line for each subject'))
      .example(
        shown({
          selftest: 'everything',
          'selftest --honest 1000 --generated 1000': 'by simulation: thousands of services',
          'selftest --faults page-skipped,text-unescaped --verbose': 'two faults, and what noticed them',
        }),
      ),
  async (options) => {
    const { selftest, simulatedSelftest } = await import('../runs/selftest.ts');
    const { json, quiet, verbose, threads, random: randomVariants, honest, generated, seed = 1 } = options;
    const say = (outcome: SelftestOutcome, done: number, total: number): void => {
      if (json || quiet || (!verbose && isAsItShould(outcome))) return;
      process.stderr.write(`${done}/${total} ${lineOf(outcome)}\n`);
    };
    if (honest > 0 || generated > 0) {
      const simulation = await simulatedSelftest({ honest, generated, threads, seed }, say);
      const { text, passed } = simulation;
      process.stdout.write(json ? `${JSON.stringify(simulation, null, 1)}\n` : quiet ? '' : text);
      process.exitCode = passed ? exitCodes.pass : exitCodes.fail;
      return;
    }
    const faults = options.faults === 'none' ? [] : (options.faults?.split(',') ?? null);
    const { summary, outcomes } = await selftest({ faults, randomVariants, threads, seed }, say);
    if (json) process.stdout.write(`${JSON.stringify({ ...summary, outcomes }, null, 1)}\n`);
    else {
      process.stdout.write(quiet ? '' : `${summary.text}\n`);
      process.stdout.write(summary.passed ? 'PASS  Every fault was noticed, and nothing else.\n' : 'FAIL\n');
    }
    process.exitCode = summary.passed ? exitCodes.pass : exitCodes.fail;
  },
);
