/** Whether the text contains every word that was typed. */
export const matches = (typed: string, text: string): boolean => {
  const low = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word))
}
