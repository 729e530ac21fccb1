import { scriptEnvironment } from './curl.ts';
import { inLine } from './defectCheck.ts';
import { quoted } from './shellWord.ts';

/**
 * A shell script that looks through a whole list of response records for the one that should be there, and says how many
 * it saw, and whether any carries the token of its respondent.
 *
 * @param path of the list, without a query
 * @param said what was expected and what was seen, for people
 */
export function lookUpScript(
  path: string,
  token: string,
  said: { readonly expected: string; readonly actual: string },
) {
  return `#!/bin/sh
# Looks for the record of one completion. Set BASE_URL, and CANVASS_API_KEY to a valid key.
# What to look for: ${inLine(token)}, which stands in every text that this respondent gave.
#   expected  ${inLine(said.expected)}
#   actual    ${inLine(said.actual)}
# Exit code: 1 no record carries it, 0 a record does, 2 the list could not be read.
${scriptEnvironment}
token=${quoted(token)} page=1 records=0 carry=0
while [ $page -le 10000 ]; do
  code=$(curl \${CURL_CONFIG:+-K "$CURL_CONFIG"} -sS --globoff -o "$dir/page" -w '%{http_code}' -H 'accept: application/json' -H 'accept-encoding: identity' -H "api-key: $CANVASS_API_KEY" "$BASE_URL"${quoted(`${path}?perPage=100&page=`)}$page)
  case $code in
    2*) ;;
    *) [ $page -gt 1 ] && break; printf 'Page 1 of the list was answered by HTTP %s.\\n' "$code"; exit 2 ;;
  esac
  here=$(grep -o '"responseID"' "$dir/page" | wc -l)
  [ "$here" -gt 0 ] || break
  records=$((records + here)) page=$((page + 1))
  ! grep -qF "$token" "$dir/page" || carry=$((carry + 1))
done
if [ $carry -gt 0 ]; then printf 'Of %s records one carries %s: the completion is stored.\\n' $records "$token"; exit 0; fi
printf 'None of %s records carries %s: the completion is lost.\\n' $records "$token"; exit 1
`;
}
