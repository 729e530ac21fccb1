import http from 'k6/http';

/** The walk for k6: take, then submit until the survey is complete. */
export default function walk() {
  const headers = { 'api-key': 'k', accept: 'application/json', 'content-type': 'application/json' };
  const base = __ENV.BASE_URL;
  http.cookieJar().clear(base);
  let page = http.get(`${base}/a/api/v2/surveys/1001/take`, { headers }).json();
  while (page.response.status === 'success') {
    const body = {};
    for (const { json } of page.response.questions) {
      const { id, answers, formParam } = JSON.parse(json);
      const prefix = formParam.paramPrefix;
      if (prefix === 'u_') body[`u_${id}`] = String(answers[0].id);
      else if (prefix === 'm_') body[`m_${id}`] = [String(answers[0].id)];
      else
        answers.forEach((answer, at) => {
          body[prefix + answer.id] = prefix === 'r_' ? String(at + 1) : at === 0 ? '100' : '0';
        });
    }
    page = http.post(base + page.response.navigation.nextPageSubmitUrl, JSON.stringify(body), { headers }).json();
  }
}
