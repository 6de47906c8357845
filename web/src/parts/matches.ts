/** Whether every word that was typed stands somewhere in the text. */
export const matches = (typed: string, text: string): boolean => {
  const low = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word))
}
