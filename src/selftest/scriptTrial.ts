import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withKeysOf } from '../conformance/drive/probeEnvironment.ts';
import { replay } from '../conformance/replay/replayWitness.ts';
import { reproduceAndShrink } from '../conformance/sequences/reproduceAndShrink.ts';
import type { Evidence } from '../judging/evidence/evidence.ts';
import { newViolation } from '../judging/identity.ts';
import type { Profile } from '../profile/profile.ts';
import { Secret } from '../profile/secret.ts';
import { howItShows } from '../result/howItShows.ts';
import type { Classification, Violation } from '../result/verdict.ts';
import type { Fault } from './faults/fault.ts';
import { type AllowedSubject, startSubject } from './selftestSubjects.ts';
import { examineFault, startFaulty, trips } from './testFault.ts';

/** What became of one script, or of a replay where no script can tell: its exit code on the service with the defect, and on one without. */
export interface ScriptOutcome {
  readonly id: string;
  readonly clause: string;
  readonly by: 'script' | 'replay';
  readonly classification: Classification;
  readonly faulty: number;
  readonly clean: number;
}

/** What exit codes mean (`docs/violations.md`). */
const seen = 1;
const notSeen = 0;
const untried = 2;
const untold = 3;
/** A script that does not end by itself; `124` as `timeout` has it. */
const longestMs = 60_000;
const tooLong = 124;

/** Whether it was not said that the defect is there where it is, and gone where it is not; a replay may be unable to tell. */
export function isMistaken({ by, faulty, clean, classification }: ScriptOutcome): boolean {
  // What comes now and then may stay away each time that is tried.
  const isMissed = faulty === notSeen && classification !== 'sometimes';
  const isLeftOpen = by === 'script' && [faulty, clean].some((code) => code !== seen && code !== notSeen);
  return clean === seen || isMissed || isLeftOpen;
}

/**
 * Has conformance find what a faulty service breaks, repeats it as a run does, and runs the script of each clause on that
 * service and on one without the fault.
 */
export async function tryScripts(fault: Fault, clean: AllowedSubject, profile: Profile): Promise<ScriptOutcome[]> {
  const faulty = await startFaulty(fault);
  const honest = await startSubject(clean.options);
  const isOver = ({ broken }: Evidence): boolean => trips(fault, broken);
  try {
    const { environment } = await examineFault(faulty.baseUrl, fault, profile, isOver);
    const { evidence, keys } = environment;
    const broken = fault.clauses.flatMap((clause) => evidence.failures.find((each) => each.clause === clause) ?? []);
    const key = profile.target.apiKeys[0]?.reveal() ?? '';
    const violations = await reproduceAndShrink(
      broken.map((facts) => newViolation(facts, facts.witness)),
      {
        profile: withKeysOf(profile, keys),
        baseUrl: faulty.baseUrl,
        isOver: () => false,
        onStart: () => {},
        onUnable: () => {},
      },
    );
    const outcomes: ScriptOutcome[] = [];
    for (const violation of violations) {
      const { clause, classification, witness } = violation;
      const by = witness.curl === '' ? 'replay' : 'script';
      const endsAt = (baseUrl: string, validKey: string): Promise<number> =>
        by === 'script'
          ? exitCodeOf(witness.curl, baseUrl, profile, validKey)
          : replayed(violation, baseUrl, profile, validKey);
      const onFaulty = await endsAt(faulty.baseUrl, keys.valid);
      const ended = await endsAt(honest.baseUrl, key);
      // Before the probes have stored anything there, lists are short.
      const isUntried = by === 'script' && ended === untried;
      if (isUntried) await replayed(violation, honest.baseUrl, profile, key);
      outcomes.push({
        id: fault.id,
        clause,
        classification,
        by,
        faulty: onFaulty,
        clean: isUntried ? await endsAt(honest.baseUrl, key) : ended,
      });
    }
    return outcomes;
  } finally {
    await faulty.close();
    await honest.close();
  }
}

async function replayed(violation: Violation, baseUrl: string, profile: Profile, key: string): Promise<number> {
  const { tries } = howItShows(violation, violation.witness.steps);
  const target = { ...profile.target, apiKeys: [new Secret(key), ...profile.target.apiKeys.slice(1)] };
  for (let at = 0; at < tries; at++) {
    const { kind } = await replay(violation, { ...profile, target }, baseUrl);
    if (kind === 'fails') return seen;
    if (kind !== 'passes') return untold;
  }
  return notSeen;
}

async function exitCodeOf(script: string, baseUrl: string, { target }: Profile, key: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'canvass-script-'));
  const file = join(folder, 'repeat.sh');
  const env = {
    ...process.env,
    BASE_URL: baseUrl,
    CANVASS_API_KEY: key,
    CANVASS_FORBIDDEN_KEY: target.forbiddenApiKey?.reveal() ?? '',
    CANVASS_SECOND_KEY: target.apiKeys[1]?.reveal() ?? '',
    SETTLE_SECONDS: '2',
  };
  try {
    await writeFile(file, script);
    return await new Promise((resolve) => {
      const options = { env, timeout: longestMs, maxBuffer: 2 ** 30 };
      execFile('sh', [file], options, (error) => {
        resolve(error === null ? 0 : typeof error.code === 'number' ? error.code : tooLong);
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
