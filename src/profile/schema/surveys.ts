import Type from 'typebox';
import { atLeastZero, block, flag, optionalId } from './block.ts';
import { largestId } from './bounds.ts';

const id = Type.Integer({ minimum: 0, maximum: largestId, examples: [1001], description: 'survey id' });

/** `surveys`: what is walked, and the surveys that let a clause be exercised. */
export const Surveys = block('the surveys; an absent role makes its clauses NOT-EXERCISED', {
  walk: Type.Array(
    Type.Object({ id, weight: atLeastZero(1, 'share of the respondents', 1_000_000) }, { additionalProperties: false }),
    { default: [], description: 'the surveys to walk, by weight; the embedded service brings 1001' },
  ),
  noBack: optionalId('a survey that disallows back navigation'),
  closed: optionalId('a closed survey'),
  quotaFull: optionalId('a survey whose quota is reached'),
  paused: optionalId('a paused survey'),
  suspended: optionalId('a survey of a suspended account'),
  passwordGate: optionalId('a survey with a password gate'),
  multiLanguage: optionalId('a survey that waits for a choice of language'),
  redirect: optionalId('a survey that redirects'),
  optOut: optionalId('a survey that the respondent opted out of'),
  error: optionalId('a survey that ends with status `error`'),
  missing: optionalId('an id that no survey has'),
  required: Type.Record(Type.String({ pattern: '^[0-9]+$' }), Type.Array(Type.Integer({ minimum: 0 })), {
    default: {},
    description: 'ids of questions known to be required, by survey id',
  }),
});

/** `admin`: what the administration endpoints may work on. */
export const Admin = block('what the administration endpoints work on; nothing is changed unless allowed here', {
  organizationId: optionalId('organization whose departments are listed and created'),
  primaryAccountId: optionalId('user id for new departments'),
  surveyId: optionalId('survey of templates, datapads and response records'),
  datapadId: optionalId('datapad to update'),
  mutate: flag(false, 'may create departments, templates, responses, and update the datapad'),
  regenerateKey: flag(
    false,
    'destructive: the first of `target.apiKeys` expires, and nobody is told the key in its place',
  ),
});
