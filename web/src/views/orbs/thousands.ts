/** Large numbers as people read them: 1,874. */
export const thousands = (number: number): string => number.toLocaleString('en')

/** "1 workspace", "4,323 workspaces". */
export const sayMany = (number: number, noun: string): string =>
  `${thousands(number)} ${noun}${number === 1 ? '' : 's'}`
