import type { AnsweredQuestion, CreateResponseRequest, ResponseRecord } from '../../contract/administrationSchemas.ts';
import type { Completion } from '../completedResponses.ts';
import type { StoredResponse } from '../store/store.ts';
import type { Survey } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import { answeredQuestions, answerTextOf, describe, emptyValue } from './answeredQuestions.ts';
import { timestampText } from './timestampText.ts';

const noCustomVariables: ResponseRecord['customVariables'] = {
  custom1: null,
  custom2: null,
  custom3: null,
  custom4: null,
  custom5: null,
};

const unknownLocation: ResponseRecord['location'] = {
  country: null,
  region: '',
  latitude: 0,
  longitude: 0,
  radius: 0,
  countryCode: '',
};

/** A stored response as list, filter and fetch return it, every member present (service.md#record). */
export function responseRecord(stored: StoredResponse, survey: Survey, variants: Variants): ResponseRecord {
  const { responseId, surveyId, storedAtMs, source } = stored;
  const members =
    source.kind === 'created'
      ? membersOfRequest(source.request, survey, variants)
      : membersOfWalk(source.completion, survey, variants);
  return {
    responseID: responseId,
    surveyID: surveyId,
    surveyName: survey.name,
    ipAddress: variants.unknownAddress,
    timestamp: timestampText(storedAtMs, variants.timestampZone),
    utctimestamp: variants.utcUnit === 'ms' ? storedAtMs : Math.floor(storedAtMs / 1000),
    dataQuality: variants.dataQuality,
    dataQualityScore: 100,
    location: unknownLocation,
    duplicate: false,
    timeTaken: 0,
    responseStatus: variants.responseStatus,
    externalReference: '',
    customVariables: noCustomVariables,
    language: variants.recordLanguage,
    currentInset: '',
    operatingSystem: '',
    osDeviceType: '',
    browser: '',
    ...members,
  };
}

type Members = Partial<ResponseRecord> & { responseSet: AnsweredQuestion[] };

/** What was sent is kept as it was sent; only what was left out is filled in. */
function membersOfRequest(request: CreateResponseRequest, survey: Survey, variants: Variants): Members {
  const { responseSet, location, customVariables, ...given } = request;
  return {
    ...given,
    ...(location === undefined ? {} : { location: { ...unknownLocation, ...location } }),
    ...(customVariables === undefined ? {} : { customVariables: { ...noCustomVariables, ...customVariables } }),
    responseSet: responseSet.map((sent) => answeredQuestion(sent, survey, variants)),
  };
}

function answeredQuestion(
  { answerValues, ...sent }: CreateResponseRequest['responseSet'][number],
  survey: Survey,
  variants: Variants,
): AnsweredQuestion {
  const question = survey.pages.flatMap((page) => page.questions).find(({ id }) => id === sent.questionID);
  return {
    ...describe(sent.questionID, question, variants),
    ...sent,
    answerValues: answerValues.map(({ answerID, answerText, value }) => ({
      answerID,
      answerText: answerText ?? answerTextOf(question, answerID),
      value: { ...emptyValue, ...value },
    })),
  };
}

function membersOfWalk(completion: Completion, survey: Survey, variants: Variants): Members {
  const { answers, endedAtMs, respondent, startedAtMs } = completion;
  const takenMs = Math.max(0, endedAtMs - startedAtMs);
  return {
    ipAddress: ipv4(respondent.ipAddress),
    timeTaken: variants.timeTakenUnit === 'ms' ? takenMs : Math.round(takenMs / 1000),
    browser: respondent.userAgent,
    responseSet: answeredQuestions(answers, survey, variants),
  };
}

/** The document has IPv4 only; what has no such form is given as the address that says nothing. */
function ipv4(address: string): string {
  const bare = address.replace(/^::ffff:/i, '');
  if (bare === '::1') return '127.0.0.1';
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(bare) ? bare : '0.0.0.0';
}
