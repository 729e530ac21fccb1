import { type Clause, must, sane } from '../../contract/clause.ts';

export const templatesClauses = {
  'TEMPLATE-CONTENT-02': must(
    'template',
    'template-content-crlf',
    'CRLF line breaks of `content` survive byte for byte.',
    { probes: ['templates'] },
  ),
  'TEMPLATE-CONTENT-03': must(
    'template',
    'template-content-link',
    'The placeholder `<SURVEY_LINK>` in `content` survives byte for byte.',
    { probes: ['templates'] },
  ),
  'TEMPLATE-CREATE-01': must(
    'create-template',
    'create-template-result',
    'All nine fields of the new template are returned.',
    { probes: ['templates'] },
  ),
  'TEMPLATE-UNIQUE-01': sane('sanity', 'sanity-unique-templates', 'Each email template gets an id of its own.', {
    probes: ['templates'],
  }),
} as const satisfies Record<string, Clause>;
