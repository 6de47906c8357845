/** The words that a shell would make of a printed command, with values for its placeholders. */
export function wordsOf(
  printed: string,
  fill: Readonly<Record<string, string>> = {},
): readonly string[] {
  const words = [...printed.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain!,
  )
  return words.map((word) => fill[word] ?? word)
}

/** The words without the program, which may be `conductor`, `npx conductor`, ... */
export function typedWordsOf(
  printed: string,
  fill?: Readonly<Record<string, string>>,
): readonly string[] {
  const words = wordsOf(printed, fill)
  return words.slice(words.findIndex((word) => /(^|\/)conductor(\.js)?$/.test(word)) + 1)
}
