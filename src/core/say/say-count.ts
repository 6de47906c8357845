/** "1 task", "3 tasks", "2 processes". */
export const sayCount = (number: number, noun: string, nouns: string = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : nouns}`
