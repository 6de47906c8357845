/** Asks for a yes or no in the terminal; nothing typed means no. */
import { createInterface } from 'node:readline/promises'
import type { Console } from './console.ts'

/** Whether a person can answer: input and output are a terminal. */
export const canAsk = ({ json }: Console): boolean =>
  !json && process.stdin.isTTY && process.stdout.isTTY

export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
