/** What the document says in Limits, and the live service's rate limits of the field notes. */
export const limits = {
  defaultPage: 1,
  defaultPerPage: 100,
  filterCustomVariables: ['custom1', 'custom2', 'custom3', 'custom4', 'custom5'],
  filterExternalReference: 'extRef',
} as const;

export const fieldRateLimits = { perKeyPerMinute: 300, perOrganizationPerMinute: 2400 } as const;
