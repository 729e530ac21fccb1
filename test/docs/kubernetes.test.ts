import { existsSync, readFileSync } from 'node:fs';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { canvass } from '../cli/canvass.ts';
import { keyHolder } from '../support/fleet.ts';
import { freePort } from '../support/freePort.ts';

const folder = 'deploy/kubernetes';
const kustomization = parse(readFileSync(`${folder}/kustomization.yaml`, 'utf8'));

/** Kubernetes' own schemas, by kind. */
const models = { Job, StatefulSet, Namespace, PersistentVolumeClaim, Service, NetworkPolicy } as const;

interface Manifest {
  readonly kind: keyof typeof models;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly completions?: number;
    readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } };
  };
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
}

const manifests: readonly Manifest[] = kustomization.resources.flatMap((file: string) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8')).map((document) => document.toJS()),
);

describe('the manifests for Kubernetes', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s is one by the schema of Kubernetes',
    (_, manifest) => {
      const model = new models[manifest.kind](manifest as never);
      expect(() => model.validate()).not.toThrow();
    },
  );

  it('are refused by that schema when they are none', () => {
    const job = structuredClone(manifests.find(({ kind }) => kind === 'Job'));
    const wrong = { ...job, spec: { ...job?.spec, completions: 'three' } };
    expect(() => new Job(wrong as never).validate()).toThrow();
  });

  it('name files that are there, and a profile that canvass takes', async () => {
    for (const file of kustomization.configMapGenerator[0].files) expect(existsSync(`${folder}/${file}`)).toBe(true);
    const words = ['profile', 'check', `${folder}/profile.yaml`];
    expect(await canvass(words, { environment: keyHolder })).toMatchObject({ exitCode: 0 });
  });

  const commands = manifests.flatMap(({ spec }) =>
    (spec?.template?.spec?.containers ?? []).filter(({ image }) => image === 'canvass'),
  );

  it.each(commands.map(({ name, args }) => [name, args] as const))(
    'start a %s by a command line that canvass takes',
    async (_, args) => {
      const nobody = `nats://127.0.0.1:${await freePort()}`;
      const words = args.map((word) =>
        word
          .replace('$(JOB_COMPLETION_INDEX)', '0')
          .replace('nats://nats:4222', nobody)
          .replace('/profile/', `${folder}/`),
      );
      const local = args[0] === 'load' ? ['--no-preflight'] : [];
      // It has understood everything when it looks for NATS.
      const { exitCode, stderr } = await canvass([...words, ...local], { environment: keyHolder });
      expect(stderr).toMatch(/^canvass: NATS at nats:\/\/127.0.0.1:\d+ does not answer/);
      expect(exitCode).toBe(3);
    },
  );

  it('start as many workers as the leader waits for, by the names that it waits for', () => {
    const workers = manifests.find(({ metadata }) => metadata.name === 'canvass-worker');
    const leader = commands.find(({ name }) => name === 'leader');
    const wanted = leader?.args[leader.args.indexOf('--workers') + 1]?.split(',');
    const completions = workers?.spec?.completions ?? 0;
    expect(completions).toBeGreaterThan(0);
    expect(wanted).toEqual(Array.from({ length: completions }, (_, index) => `worker-${index}`));
  });
});
