/** The language of requirements, by their little words: enough to say when rules for English do not fit. */

const LITTLE_WORDS = {
  English: 'the and of to in is for with that be as it on are can should when not by from this all',
  German:
    'der die das und ist nicht ein eine mit für auf den von zu wir werden soll sollen dem im bei',
  French: 'le les des et est une dans pour que qui sur avec pas nous doit doivent du au par être',
  Spanish: 'el los las y es una para que con por del se debe deben al como más su no un',
  Italian: 'il gli le e è una per che con di del non si deve devono al come più nel un',
  Portuguese: 'o os as e é uma para que com por do não se deve devem ao como mais da um',
  Dutch: 'de het een en is niet met voor van op te dat zijn wordt moet moeten bij aan als',
} as const

export type Language = keyof typeof LITTLE_WORDS

const SETS = Object.entries(LITTLE_WORDS).map(
  ([language, words]) => [language as Language, new Set(words.split(' '))] as const,
)

const MOST_READ = 5000
/** Fewer little words than this are names, or a list without sentences. */
const FEWEST = 4

/** null: none of those that it knows. A text too short to tell is taken for English. */
export function languageOf(text: string): Language | null {
  const read = text.slice(0, MOST_READ).toLowerCase()
  if (isOfAnotherScript(read)) return null
  const words = read.match(/\p{L}+/gu) ?? []
  const counts = SETS.map(([language, little]) => ({
    language,
    count: words.filter((word) => little.has(word)).length,
  }))
  const english = counts[0]!.count
  const most = counts.reduce((a, b) => (b.count > a.count ? b : a))
  return most.count >= FEWEST && most.count >= english * 2 ? most.language : 'English'
}

function isOfAnotherScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return letters >= 10 && latin * 2 < letters
}
