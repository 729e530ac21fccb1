const endMs = Date.now() + Number(process.env.WALK_SECONDS) * 1000;

/** A respondent of its own for each walk. Artillery has no other way to forget the cookies of the one before. */
function forgetSession(_request, context, _events, done) {
  context._jar.removeAllCookiesSync();
  done();
}

/** Reads a page, and leaves the answers to it and where they go to. */
function readPage(_request, response, context, _events, done) {
  const page = JSON.parse(response.body).response;
  context.vars.isOver = page.status !== 'success';
  if (!context.vars.isOver) {
    context.vars.nextUrl = page.navigation.nextPageSubmitUrl;
    context.vars.answers = answersOf(page.questions);
  }
  done();
}

function writeAnswers(request, context, _events, done) {
  request.json = context.vars.answers;
  done();
}

function answersOf(questions) {
  const body = {};
  for (const { json } of questions) {
    const { id, answers, formParam } = JSON.parse(json);
    const prefix = formParam.paramPrefix;
    if (prefix === 'u_') body[`u_${id}`] = String(answers[0].id);
    else if (prefix === 'm_') body[`m_${id}`] = [String(answers[0].id)];
    else
      answers.forEach((answer, at) => {
        body[prefix + answer.id] = prefix === 'r_' ? String(at + 1) : at === 0 ? '100' : '0';
      });
  }
  return body;
}

const hasPage = (context, next) => next(!context.vars.isOver);
const hasTime = (_context, next) => next(Date.now() < endMs);

module.exports = { forgetSession, readPage, writeAnswers, hasPage, hasTime };
