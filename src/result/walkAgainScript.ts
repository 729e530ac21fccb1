import { scriptEnvironment } from './curl.ts';
import { inLine } from './defectCheck.ts';
import { quoted } from './shellWord.ts';

/**
 * A shell script that walks the way of a respondent whose record is missing several times, each time with a mark of its
 * own, and looks for the marks in the whole list.
 *
 * @param path of the list of records, without a query
 * @param token the mark that every text of this respondent carried
 * @param submitted what was submitted, page by page
 * @param tries how often it takes to meet what comes now and then
 * @param said what was expected and what was seen, for people
 * @returns `''` for a token that a shell could take for something else
 */
export function walkAgainScript(
  path: string,
  token: string,
  { submitted, tries }: { readonly submitted: readonly string[]; readonly tries: number },
  said: { readonly expected: string; readonly actual: string },
): string {
  if (!/^[\w-]+$/.test(token)) return '';
  const flow = path.replace(/\/responses$/, '');
  const post = (body: string): string =>
    `  walk POST ${quoted(`${flow}/submit-page`)} -H 'content-type: application/json' --data-binary "$(printf %s ${quoted(body)} | sed "s/${token}/$mark/g")"`;
  return `#!/bin/sh
# Completes the survey as the respondent did whose record is missing, up to TRIES times (${tries}): a loss that comes now and then
# shows in some of them. Set BASE_URL, and CANVASS_API_KEY to a valid key. It leaves records behind.
#   expected  ${inLine(said.expected)}
#   actual    ${inLine(said.actual)}
# Exit code: 1 a completion is lost, 0 all are stored, 2 no walk completed: the service could not be reached, or refuses the key.
${scriptEnvironment}
curled() { curl \${CURL_CONFIG:+-K "$CURL_CONFIG"} -sS --globoff -w '%{http_code}' -H 'accept: application/json' -H 'accept-encoding: identity' -H "api-key: $CANVASS_API_KEY" "$@"; }
walk() {
  method=$1 to=$2; shift 2; : >>"$dir/jar" >>"$dir/token"
  read -r token <"$dir/token"; [ -z "$token" ] || set -- -H "x-survey-token: $token" "$@"
  : >"$dir/head"; curled -X "$method" -b "$dir/jar" -c "$dir/jar" -D "$dir/head" -o "$dir/answer" "$@" "$BASE_URL$to" >"$dir/code"
  keep_token "$dir/head" "$dir/token"
}
tries=\${TRIES:-${tries}} try=1 completed=''
while [ "$try" -le "$tries" ]; do
  mark="again$$x\${try}x"; rm -f "$dir"/*
  walk GET ${quoted(`${flow}/take`)}
  case $(cat "$dir/code") in 000*|''|401|403) printf 'Taking the survey was answered by HTTP %s.\\n' "$(cat "$dir/code")"; exit 2;; esac
${submitted.map(post).join('\n')}
  ! grep -q '"survey_complete"' "$dir/answer" || completed="$completed $mark"
  try=$((try + 1))
done
[ -n "$completed" ] || { printf 'None of %s walks completed the survey.\\n' "$tries"; exit 2; }
lost=0 walked=0
sleep "\${SETTLE_SECONDS:-2}"
page=1; : >"$dir/all"
while [ $page -le 10000 ]; do
  case $(curled -o "$dir/page" "$BASE_URL"${quoted(`${path}?perPage=100&page=`)}$page) in
    2*) ;;
    *) [ $page -gt 1 ] && break; printf 'Page 1 of the list could not be read.\\n'; exit 2 ;;
  esac
  grep -q '"responseID"' "$dir/page" || break
  cat "$dir/page" >>"$dir/all"; page=$((page + 1))
done
for mark in $completed; do walked=$((walked + 1)); grep -qF "$mark" "$dir/all" || lost=$((lost + 1)); done
printf 'Of %s completions made now %s are lost.\\n' $walked $lost
[ $lost -eq 0 ] || exit 1
`;
}
