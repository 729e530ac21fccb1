import { once } from 'node:events';
import { exitCodes } from '../errors.ts';
import { print } from '../report/terminal.ts';
import {
  command,
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
    without(cli, 'serve', ['out', 'base-url', 'datacenter', 'set', 'json'])
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
      .option(
        'rate-limit',
        textOption('rate-limit', 'Answer 429 beyond so many calls a minute and key: 300; 300/6s: with a minute of 6 s'),
      )
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
    const { openapi, 'list-faults': faults, 'list-variants': variants, 'list-surveys': surveys } = options;
    process.exitCode = exitCodes.pass;
    if (openapi || faults || variants || surveys) {
      const { describeService } = await import('../runs/serviceLists.ts');
      const lists = describeService({ openapi, faults, variants, surveys }, options.surveys ?? null);
      for (const line of lists) print(`${line}\n`);
      return;
    }
    const { serve } = await import('../runs/serve.ts');
    const service = await serve({
      port: options.port ?? defaultPort,
      host: options.host ?? null,
      keys: null,
      seed: options.seed ?? null,
      session: options.session,
      sessionTimeoutSeconds: options['session-timeout'] ?? null,
      latency: options.latency ?? null,
      faults: options.faults ?? null,
      variants: options.variant,
      store: options.store ?? null,
      surveys: options.surveys ?? null,
      rateLimit: options['rate-limit'] ?? null,
    });
    print(`${service.baseUrl}\n`);
    if (!options.quiet && service.walk.length > 0) {
      print(`\nA walk by hand:\n  ${service.walk.join('\n  ')}\n\nCtrl-C ends the service.\n`);
    }
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await service.close();
  },
);
