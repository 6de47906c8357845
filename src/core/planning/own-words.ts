/** What a prompt says about the task itself, without what it says about other tasks, and without our rules around an issue. */
import { isFrameOfIssue } from '../forge/issues/issue-prompt.ts'

/** Also without quotations: a planned task has the flags of its quotation already. */
export const ownWords = (prompt: string): string =>
  withoutOthers(prompt)
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')

export const withoutOthers = (prompt: string): string =>
  prompt
    .split('\n')
    .filter((line) => !ABOUT_OTHERS.test(line) && !isFrameOfIssue(line))
    .join('\n')

/** A planner added the task because others need it, so its prompt names what the others do. */
export const isAddedByPlanner = (prompt: string): boolean =>
  /^This is one part of: /m.test(prompt) && !/^The requirements say:$/m.test(prompt)

/** As src/core/planning/offline/write-prompt.ts and apply-answers.ts write them. */
const ABOUT_OTHERS =
  /^(?:This is one part of: |For all: |- (?:Already there when you start|Other tasks do this|Builds on this|Not wanted)\b)/
