/** The sections of the service document, in its order: the table of contents that clauses and reports follow. */
export const sections = {
  overview: 'What the service does',
  department: 'Department',
  template: 'Email template',
  datapad: 'Datapad',
  record: 'Survey response record',
  pagination: 'Pagination object',
  page: 'Survey page',
  question: 'Question JSON',
  keys: 'Submit-page body keys',
  states: 'States and transitions',
  endpoints: 'Endpoints',
  take: '1. GET take',
  'submit-page': '2. POST submit-page',
  'previous-page': '3. GET previous-page',
  'create-department': '4. POST departments',
  'list-departments': '5. GET departments',
  'regenerate-key': '6. GET apikey/regenerate',
  'create-template': '7. POST templates',
  'update-datapad': '8. PUT datapads',
  'create-response': '9. POST responses',
  'list-responses': '10. GET responses (list)',
  'filter-responses': '11. GET responses/filter',
  'fetch-response': '12. GET responses/<response_id>',
  authentication: 'Authentication',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
  sanity: 'Beyond the document: sanity of any service',
} as const;

export type SectionId = keyof typeof sections;

export const sectionIds = Object.keys(sections) as readonly SectionId[];
