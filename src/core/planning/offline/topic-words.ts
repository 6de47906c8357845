/** The words of a text that say what it is about, in one form each. */

const STOP = new Set(
  'a an the and or of to in on at for from with without by as is are be been it its this that these those there their they them he she we you i our your my his her all any each every some no not only also can could should would must may might will shall do does did has have had so then than when where which who what how if into onto over under after before between per via use using used user users new add adds create creates build builds make makes implement implements write writes support supports allow allows let lets enable set setup get show shows provide provides handle handles update updates change changes improve fix fixes one two three first second last more most other etc system app application project feature features page pages task tasks step item items task work part thing things basic simple full own main core good mode modes'.split(
    ' ',
  ),
)

export function topicWords(text: string): ReadonlySet<string> {
  const joined = text
    .toLowerCase()
    .replaceAll(VERB_IN_TWO, (_, verb: string, at: string) => verb + at)
  const words = joined.match(/[\p{L}\p{N}][\p{L}\p{N}_+#]*/gu) ?? []
  return new Set(words.filter((word) => word.length > 1 && !STOP.has(word)).map(stem))
}

/** "Log in with a password" is the login. */
const VERB_IN_TWO = /\b(log|sign|check)(?:s|ged|ging|ed|ing)?[ -](in|on|up|out|off)\b/g

/** The same words stand in many tasks. */
const stems = new Map<string, string>()
const MOST_STEMS = 20_000

/** Cut far enough that the forms of a word are the same, and no further. */
export function stem(word: string): string {
  const stem = stems.get(word)
  if (stem !== undefined) return stem
  if (stems.size >= MOST_STEMS) stems.clear()
  const cut = withoutEnding(word)
  stems.set(word, cut)
  return cut
}

function withoutEnding(word: string): string {
  if (/^.{3,}ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/^.{4,}(?:ses|xes|ches|shes)$/.test(word)) return word.slice(0, -2)
  const singular = /^.{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word
  const bare = singular
    .replace(/^(.{4,}?)(?:ations?|ating|ated|ate|ing|ed|er|e)$/, '$1')
    .replace(/^(.{3})ing$/, '$1')
  return bare.replace(/(.{3,})([b-df-hj-np-tv-z])\2$/, '$1$2')
}

/** For each word, the places of the texts that have it, in their order. */
export function placesByWord(
  texts: readonly ReadonlySet<string>[],
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  texts.forEach((words, at) => {
    for (const word of words) {
      const placesOfWord = places.get(word)
      if (placesOfWord === undefined) places.set(word, [at])
      else placesOfWord.push(at)
    }
  })
  return places
}

export function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0
  for (const word of a) if (b.has(word)) count++
  return count
}
