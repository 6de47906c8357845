/** How large a node of the graph must be, so that the titles of the plan fit into it: in one line, or else in two. */
import type { Box } from './box.ts'

export type NodeSize = Pick<Box, 'width' | 'height'>

/** In pixels: a letter of a title on average, and what stands beside the title: the shape of its state, and the padding. */
const LETTER = 7.4
const BESIDE = 52
const FLAG = 22

const NARROWEST = 196
const WIDEST = 312
const ONE_LINE = 56
const TWO_LINES = 76
/** A line breaks between words, so that it cannot be filled. */
const BROKEN = 1.25

interface Titled {
  readonly name: string
  readonly flags: readonly unknown[]
}

/** All nodes of a plan have the same size, so that they stand in rows. */
export function nodeSizeFor(tasks: readonly Titled[]): NodeSize {
  const longest = tasks.reduce((most, task) => Math.max(most, lengthOf(task)), 0)
  const inOne = BESIDE + longest
  if (inOne <= WIDEST) return { width: Math.max(Math.ceil(inOne), NARROWEST), height: ONE_LINE }
  const inTwo = BESIDE + (longest / 2) * BROKEN
  return { width: Math.min(Math.ceil(inTwo), WIDEST), height: TWO_LINES }
}

const lengthOf = ({ name, flags }: Titled): number => name.length * LETTER + flags.length * FLAG
