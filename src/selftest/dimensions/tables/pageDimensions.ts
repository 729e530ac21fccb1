import { add, at, convert, elements, every, type Members, set } from '../../faults/edits.ts';
import { changeAt } from '../../faults/faultPlaces.ts';
import type { Injection } from '../../faults/injection.ts';
import {
  both,
  type Condition,
  from,
  mutateBody,
  mutateResponse,
  replaceBody,
  statusAlone,
} from '../../faults/mutateResponse.ts';
import { isPage, isSuccess, type ResponseContext, statusOf } from '../../faults/responseDraft.ts';
import { dimension, openIn } from '../dimension.ts';
import { reversed, turning } from '../reorder.ts';

const noPage: Condition = (draft, { survey }) => survey !== undefined && isSuccess(draft) && !isPage(draft);

const redirects: Condition = (_draft, { survey }) => survey?.gate === 'redirect';

function arrange(name: string, order: (items: readonly unknown[]) => unknown[]): Injection {
  return changeAt(
    'pages',
    convert(name, (list) => (Array.isArray(list) ? order(list) : list)),
  );
}

function links(change: (path: string, context: ResponseContext) => string): Injection {
  return mutateResponse(isPage, ({ body }, context) => {
    const navigation = at(body, 'response', 'navigation');
    for (const name of ['previousPageUrl', 'nextPageSubmitUrl']) {
      const path = navigation[name];
      if (typeof path === 'string') navigation[name] = change(path, context);
    }
  });
}

function progress(change: (percentage: number) => number): Injection {
  return changeAt(
    'pages',
    convert('meta.progressPercentage', (value) => change(Number(value))),
  );
}

function themes(urls: readonly string[]): Injection {
  return changeAt('pages', set('themeConfig', { cssUrls: urls, jsUrls: urls }));
}

function besideStatus(members: Members, unless: readonly unknown[] = []): Injection {
  return mutateBody(
    (draft, context) => noPage(draft, context) && !unless.includes(statusOf(draft)),
    add(members, 'response'),
  );
}

/** Survey page. */
export const pageDimensions = openIn('page', [
  dimension('pageMembers', 'Members of a page that the document does not have', 'none', {
    some: [
      'pages',
      (response) => {
        add({ surveyTitle: 'A survey', language: 'en', pageNumber: null })(response);
        add({ totalPages: 7, isFirstPage: null }, 'meta')(response);
        add({ takeUrl: '/elsewhere' }, 'navigation')(response);
        add({ fonts: [] }, 'themeConfig')(response);
        every('questions', add({ position: 1, hidden: false }))(response);
      },
    ],
  }),
  dimension('navigationForm', 'Whether links of a page are paths, URLs or references with a query', 'path', {
    absolute: links((path, { origin }) => `${origin}${path}`),
    query: links((path) => `${path}?page=7&lang=en`),
    relative: links((path) => path.slice(path.lastIndexOf('/') + 1)),
    'scheme-relative': links((path, { origin }) => `${origin.slice(origin.indexOf(':') + 1)}${path}`),
  }),
  dimension('progressScale', 'Whether progress has fractions', 'whole', {
    thirds: progress((value) => Math.min(100, value + 1 / 3)),
    'of-one': progress((value) => value / 100),
    // What is left, as ten shares of it add up in floating point: 100.00000000000001 at most.
    'rounded-up': progress((value) => 100.00000000000001 - value),
  }),
  dimension('themeUrls', 'Which URLs a theme has', 'as-written', {
    relative: themes(['/theme/a.css?v=1', 'b.css', '../c.css']),
    many: themes(Array.from({ length: 40 }, (_, index) => `https://static${index}.surveys.example/x.css#${index}`)),
    data: themes(['data:text/css,body%7B%7D', '//cdn.example/x']),
  }),
  dimension('questionOrder', 'The order of the questions of a page', 'as-written', {
    reversed: arrange('questions', reversed),
    turning: () => arrange('questions', turning()),
  }),
  dimension('validationElsewhere', 'Whether validationErrors stands, null or empty, where nothing is wrong', 'absent', {
    null: ['pages, not rejected', set('validationErrors', null)],
    empty: ['pages, not rejected', set('validationErrors', [])],
  }),
  dimension('redirectOnPages', 'Whether redirectUrl stands on pages', 'absent', {
    null: ['pages', set('redirectUrl', null)],
    empty: ['pages', set('redirectUrl', '')],
    url: ['pages, not on back', set('redirectUrl', 'https://panel.example/quit')],
  }),
  dimension('redirectOnBack', 'What going back is answered with in a survey that redirects', 'error', {
    'without-url': replaceBody(both(from('previous-page'), redirects), 200, statusAlone('redirect')),
  }),
  dimension(
    'redirectWithStatus',
    'Whether redirectUrl stands with statuses other than redirect and survey_complete',
    'absent',
    {
      null: besideStatus({ redirectUrl: null }, ['redirect', 'survey_complete']),
      url: besideStatus({ redirectUrl: 'https://panel.example/next?id=7' }, ['redirect', 'survey_complete']),
    },
  ),
  dimension('besideStatus', 'What stands beside a status that carries no page', 'nothing', {
    null: besideStatus({ questions: null, meta: null, navigation: null, themeConfig: null, validationErrors: null }),
    empty: besideStatus({ questions: [], validationErrors: [] }),
    message: besideStatus({ message: 'Thank you.', surveyTitle: 'A survey' }),
    meta: besideStatus({
      meta: { isFinalPage: true, progressPercentage: 100 },
      navigation: { previousPageUrl: null, nextPageSubmitUrl: null },
      themeConfig: { cssUrls: [], jsUrls: [] },
    }),
  }),
  dimension('validationMessage', 'The words of validation errors', 'english', {
    french: ['validation errors', set('message', 'Réponse non valide : « à corriger »')],
    markup: ['validation errors', set('message', '<em class="error">Please correct this.</em>')],
  }),
  dimension('validationOrder', 'The order of validation errors', 'of-questions', {
    reversed: arrange('validationErrors', reversed),
  }),
  dimension('validationMembers', 'Members of a validation error beyond the three', 'none', {
    some: ['validation errors', (error) => Object.assign(error, { code: 'REQUIRED', questionID: error.questionId })],
  }),
  dimension('validationTwice', 'How many errors a question has that has several faults', 'one', {
    several: [
      'pages, rejected',
      (response) => {
        response.validationErrors = elements(response, 'validationErrors').flatMap((each) => [each, { ...each }]);
      },
    ],
  }),
]);
