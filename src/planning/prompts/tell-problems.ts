/** Tells a model what was wrong with its last answer. The problems quote that answer, so they are data as well. */
import { fenced } from './fence.ts'

const MOST = 20

export const tellProblems = (problems: readonly string[], boundary: string): readonly string[] =>
  problems.length === 0
    ? []
    : [
        'This question was asked before, and the answer could not be used, for these reasons:',
        fenced('problems of the last answer', problems.slice(0, MOST).join('\n'), boundary),
        'Answer again, completely, and without these problems.',
      ]
