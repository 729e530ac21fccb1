import { stringify } from 'yaml';
import type { RunResult } from '../../../result/runResult.ts';
import { againCommand } from '../../content/commands.ts';
import { wayWords } from '../../content/wayWords.ts';
import { durationText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { section, table } from '../parts.ts';

/** What was run, against what, with what, and how to run it again. */
export function runSection(result: RunResult): Html {
  const { run, target, tool } = result;
  const again = againCommand(result);
  const facts: readonly (readonly [string, string])[] = [
    ['Run', run.id],
    ['Profile', run.profile],
    ['Seed', String(run.seed)],
    ['Started', run.startedAt],
    [
      'Ended',
      `${run.endedAt}${run.interrupted ? ', interrupted' : ''}${run.recovered === true ? ', recovered from its journal' : ''}`,
    ],
    ['Duration', durationText(run.durationSeconds)],
    ['Target', target.baseUrl],
    ['Way', wayWords(result) ?? ''],
    ['Datacenter', target.datacenter],
    ['Release', target.release],
    ['Session', target.session],
    ['Tool', `canvass ${tool.version}, Node ${tool.node}, ${tool.platform}, ${tool.cpus} processors`],
  ];
  return section(
    'run',
    'Profile and seed',
    html`The same profile and seed give the same respondents, who give the same answers.`,
    html`<p class="again"><code>${again}</code> <button type="button" class="quiet copy" data-copy="${again}" hidden>Copy</button></p>
<dl class="facts">${facts.filter(([, value]) => value !== '').map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<details class="group"><summary><span class="grow">The resolved profile</span></summary><pre tabindex="0">${stringify(result.profile ?? null)}</pre></details>
${
  result.created.length > 0 &&
  html`<h3>Created on the target</h3>${table(
    'Created on the target',
    ['Endpoint', 'Id', 'Marker'],
    result.created.map(({ endpoint, id, marker }) => [html`<code>${endpoint}</code>`, id, marker]),
  )}`
}`,
  );
}
