import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evidence } from '../../judging/evidence/evidence.ts';
import { newViolation } from '../../judging/identity.ts';
import type { Profile } from '../../profile/profile.ts';
import { Secret } from '../../profile/secret.ts';
import type { Classification } from '../../result/verdict.ts';
import { reproduceAndShrink } from '../sequences/reproduceAndShrink.ts';
import { examineFault } from './selftest.ts';
import type { AllowedSubject, FaultySubject } from './subject.ts';

/** What became of one script, by its exit code on the service with the defect, and on one without. */
export interface ScriptOutcome {
  readonly id: string;
  readonly clause: string;
  readonly classification: Classification;
  readonly faulty: number;
  readonly clean: number;
}

/** What exit codes of scripts mean (`docs/violations.md`). */
const seen = 1;
const notSeen = 0;
/** A script that does not end by itself; `124` as `timeout` has it. */
const longestMs = 60_000;
const tooLong = 124;

/** Whether a script said something wrong: that the defect is there where it is not, or that it is not where it is. */
export function isMistaken({ faulty, clean, classification }: ScriptOutcome): boolean {
  // What comes now and then may stay away each time that is tried.
  const isMissed = faulty === notSeen && classification !== 'sometimes';
  return clean === seen || isMissed || faulty === tooLong || clean === tooLong;
}

/**
 * Has conformance find what a faulty service breaks, repeats it as a run does, and runs the script of each clause on that
 * service and on one without the fault.
 */
export async function tryScripts(
  subject: FaultySubject,
  clean: Pick<AllowedSubject, 'start'>,
  profile: Profile,
): Promise<ScriptOutcome[]> {
  const faulty = await subject.start();
  const honest = await clean.start();
  const isOver = ({ failures }: Evidence): boolean =>
    subject.clauses.every((clause) => failures.some((failure) => failure.clause === clause));
  try {
    const { environment } = await examineFault(faulty.baseUrl, subject, profile, isOver);
    const { evidence, keys } = environment;
    const broken = subject.clauses.flatMap((clause) => evidence.failures.find((each) => each.clause === clause) ?? []);
    const key = profile.target.apiKeys[0]?.reveal() ?? '';
    const violations = await reproduceAndShrink(
      broken.map((facts) => newViolation(facts, facts.witness)),
      {
        profile: { ...profile, target: { ...profile.target, apiKeys: [new Secret(keys.valid)] } },
        baseUrl: faulty.baseUrl,
        isOver: () => false,
        onStart: () => {},
        onUnable: () => {},
      },
    );
    const outcomes: ScriptOutcome[] = [];
    for (const { clause, classification, witness } of violations) {
      const onFaulty = await exitCodeOf(witness.curl, faulty.baseUrl, profile, keys.valid);
      const onClean = await exitCodeOf(witness.curl, honest.baseUrl, profile, key);
      outcomes.push({ id: subject.id, clause, classification, faulty: onFaulty, clean: onClean });
    }
    return outcomes;
  } finally {
    await faulty.close();
    await honest.close();
  }
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
