/** Prints a remark about work that takes longer than a second. */
import type { Console } from '../console/console.ts'

export const ASKING = 'asking the forge for its issues'

const SLOW_MS = 1000

export function toldWhenSlow(says: string, console: Pick<Console, 'remark'>): Disposable {
  const timer = setTimeout(() => console.remark(says), SLOW_MS)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
