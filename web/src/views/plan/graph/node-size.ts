/** Computes the size of the nodes of the graph, so that titles fit in one line, or else in two. */
import type { Box } from './box.ts'

export type NodeSize = Pick<Box, 'width' | 'height'>

/** Pixels: the average letter of a title, and everything beside the title (state shape and padding). */
const LETTER = 7.4
const BESIDE = 52
const FLAG = 22

const NARROWEST = 196
const WIDEST = 312
const ONE_LINE = 56
const TWO_LINES = 76
/** A line breaks between words, so it is never quite full. */
const BROKEN = 1.25

interface Titled {
  readonly name: string
  readonly flags: readonly unknown[]
}

/** All nodes of a plan have the same size, so that they form rows. */
export function nodeSizeFor(tasks: readonly Titled[]): NodeSize {
  const longest = tasks.reduce((most, task) => Math.max(most, lengthOf(task)), 0)
  const inOne = BESIDE + longest
  if (inOne <= WIDEST) return { width: Math.max(Math.ceil(inOne), NARROWEST), height: ONE_LINE }
  const inTwo = BESIDE + (longest / 2) * BROKEN
  return { width: Math.min(Math.ceil(inTwo), WIDEST), height: TWO_LINES }
}

const lengthOf = ({ name, flags }: Titled): number => name.length * LETTER + flags.length * FLAG
