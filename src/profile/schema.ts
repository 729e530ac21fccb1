import Type from 'typebox';
import { Duet } from './schema/duet.ts';
import { Capacity, Output, Thresholds } from './schema/judgement.ts';
import { Audit, Load } from './schema/load.ts';
import { Respondent } from './schema/respondent.ts';
import { Admin, Surveys } from './schema/surveys.ts';
import { Target } from './schema/target.ts';

/**
 * A profile as a file spells it, every key present: what is absent in the file is filled from each key's `default`.
 * Every key but `target.baseUrl` has one (design, Profiles). The names of the keys are a contract.
 */
export const ProfileSchema = Type.Object(
  {
    name: Type.String({
      default: 'unnamed',
      minLength: 1,
      description: 'name of the profile; otherwise its file name',
    }),
    seed: Type.Union([Type.Integer({ minimum: 0, maximum: 0xffff_ffff }), Type.Enum(['random'])], {
      default: 'random',
      description: 'the same seed gives the same walks',
    }),
    target: Target,
    surveys: Surveys,
    admin: Admin,
    respondent: Respondent,
    load: Load,
    thresholds: Thresholds,
    capacity: Capacity,
    duet: Duet,
    audit: Audit,
    output: Output,
  },
  { additionalProperties: false },
);

/** A complete profile before secrets are wrapped and `auto` is settled. */
export type CompleteProfile = Type.Static<typeof ProfileSchema>;
