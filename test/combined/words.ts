/** A command as it is printed, and the words that a shell would make of it. */

/** What stands for something that only the person knows is filled in. */
export function wordsOf(
  printed: string,
  fill: Readonly<Record<string, string>> = {},
): readonly string[] {
  const words = [...printed.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain!,
  )
  return words.map((word) => fill[word] ?? word)
}

/** Without the program before them: it may be `conductor`, `npx conductor`, ... */
export function typedWordsOf(
  printed: string,
  fill?: Readonly<Record<string, string>>,
): readonly string[] {
  const words = wordsOf(printed, fill)
  return words.slice(words.findIndex((word) => /(^|\/)conductor(\.js)?$/.test(word)) + 1)
}
