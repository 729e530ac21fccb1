/** A record as the document shows it. */
export const record = {
  responseID: 7,
  surveyID: 1001,
  surveyName: 'A survey',
  ipAddress: '203.0.113.9',
  timestamp: '07 Mar, 2026 09:05:03 PM UTC',
  utctimestamp: 1_772_917_503,
  dataQuality: 'unflagged',
  dataQualityScore: 0.5,
  location: { country: null, region: '', latitude: 1.5, longitude: 2, radius: 0, countryCode: '' },
  duplicate: false,
  timeTaken: 12,
  responseStatus: 'Completed',
  externalReference: 'mine',
  customVariables: { custom1: 'a', custom2: null, custom3: null, custom4: null, custom5: null },
  language: 'English',
  currentInset: '',
  operatingSystem: 'Linux',
  osDeviceType: 'Desktop',
  browser: 'Firefox',
  responseSet: [
    {
      questionID: 3,
      questionDescription: '',
      questionCode: 'Q3',
      questionText: 'Why?',
      imageUrl: null,
      answerValues: [
        {
          answerID: 31,
          answerText: 'because',
          value: { scale: '', other: '', dynamicExplodeText: '', text: 'words', result: '', fileLink: '', weight: 1 },
        },
      ],
    },
  ],
};

const links = (path: string, page: number, last: number) => {
  const to = (number: number): string => `${path}page=${number}&perPage=2`;
  return {
    self: to(page),
    first: to(1),
    last: to(last),
    prev: page > 1 ? to(page - 1) : null,
    next: page < last ? to(page + 1) : null,
  };
};

/** The second of three pages of five items. */
export function pagination(path = '?', page = 2) {
  return { perPage: 2, totalItems: 5, currentPage: page, totalPages: 3, links: links(path, page, 3) };
}
