/** What a text says that a task shall leave alone says nothing about what it changes. */

/** Line by line, so that lists and paragraphs stay what they are. */
export function withoutLeftAlone(text: string): string {
  let isListed = false
  const lines = text.split('\n').map((line) => {
    if (NOT_WANTED_HEADING.test(line)) {
      isListed = true
      return ''
    }
    isListed &&= line.trim() === '' || LIST_LINE.test(line)
    return isListed ? '' : changesIn(line)
  })
  return lines.join('\n')
}

/** "Out of scope:", with a list below it. */
const NOT_WANTED_HEADING =
  /^[\s#>*_]{0,12}(?:out of scope|not wanted|non-?goals?|(?:do not|don't) (?:touch|change)|leave alone)[:*_]{0,4} {0,4}$/i
const LIST_LINE = /^[\s>]{0,12}(?:[-*+]|\d{1,3}[.)])\s/

function changesIn(line: string): string {
  if (!HINT.test(line)) return line
  return line
    .split(SENTENCE_END)
    .map((sentence) =>
      SENTENCE_ABOUT_OTHERS.test(sentence)
        ? ''
        : sentence.replaceAll(LEFT_ALONE, ' ').replace(WITHOUT_CHANGING, ' '),
    )
    .join(' ')
}

/** Nearly every line has none of these words. */
const HINT = /\b(?:not|don't|never|without|leave|keep|scope|untouched|unchanged)\b/i
/** The dot of `router.ts` ends no sentence. */
const SENTENCE_END = /(?<=[.;!?]) +/

/** "src/auth.ts must not be changed", "The mailer is out of scope" */
const SENTENCE_ABOUT_OTHERS =
  /\b(?:(?:must|should|may|shall|can) not be (?:touched|changed|modified|edited)|out of scope|(?:is|are|stays?|remains?) (?:not part of (?:this|it)|untouched|unchanged))\b|^[\s>*-]{0,12}not wanted:/i

/** "leave src/auth.ts alone", "leave it alone: Sharing" */
const LEFT_ALONE =
  /\b(?:leave|keep)\b[^\n]{0,200}?\b(?:alone(?::.*)?|untouched|unchanged|as (?:it|they|is|are)\b(?: (?:is|are))?)/gi

/** "Do not touch the login", "..., without changing src/auth.ts". A "but" begins another matter. */
const WITHOUT_CHANGING =
  /\b(?:without (?:touching|changing|modifying|editing)|(?:do not|don't|never) (?:touch|change|modify|edit))\b(?:(?!\bbut\b).)*/i
