/** Ids of tasks that are made from words. */

const LONGEST = 50

/** Empty when the text has no letter or digit that an id may have. */
export const slug = (text: string): string => plainId(text).slice(0, LONGEST).replace(/-+$/, '')

const plainId = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll("'", '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

const LITTLE = new Set(
  'a an the and or of to with that which in on for by from is are as it its them they this'.split(
    ' ',
  ),
)

/** Shorter, at a whole word, and without the words that say little. */
export function shortSlug(text: string): string {
  const [, whole, part] = /^(.+): (\w{1,12})$/.exec(text.slice(0, 200)) ?? []
  return whole === undefined || part === undefined
    ? cutSlug(text, MOST_READ)
    : `${cutSlug(whole, MOST_READ - part.length - 1)}-${plainId(part)}`.replace(/-+$/, '')
}

/** The part of a task ("Search: server") stays in its id, so that the parts can be told apart. */
function cutSlug(text: string, most: number): string {
  const allWords = text.slice(0, 200).split(/\s+/)
  const telling = allWords.filter((word) => !LITTLE.has(word.toLowerCase()))
  const words = plainId((telling.length > 0 ? telling : allWords).join(' ')).split('-')
  const end = words.findIndex((_, i) => words.slice(0, i + 1).join('-').length > most)
  return words
    .slice(0, end === -1 ? undefined : Math.max(1, end))
    .join('-')
    .slice(0, LONGEST)
}

const MOST_READ = 30

/** Numbers what was taken: `api`, `api-2`, `api-3`. Ids that differ only in case would be one folder on some disks. */
export function idGiver(): (wanted: string) => string {
  const taken = new Set<string>()
  /** Where to go on counting. */
  const counts = new Map<string, number>()
  return (wanted) => {
    const base = wanted === '' ? 'task' : wanted
    for (let n = counts.get(base) ?? 1; ; n++) {
      const id = n === 1 ? base : `${base.slice(0, 50 - `-${n}`.length)}-${n}`
      if (taken.has(id.toLowerCase())) continue
      taken.add(id.toLowerCase())
      counts.set(base, n + 1)
      return id
    }
  }
}
