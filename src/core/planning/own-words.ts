/** What a prompt says about the task itself, without what it says about other tasks, and without our rules around an issue. */
import { isFrameOfIssue } from '../forge/issues/issue-prompt.ts'
import { isDoneWhen } from './done-when.ts'
import { withoutLeftAlone } from './left-alone.ts'

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

/** What a prompt says that the task changes: without the sentences that we write into every prompt, and what it leaves alone. */
export const wordsOfChange = (prompt: string): string =>
  withoutLeftAlone(
    withoutSections(withoutOthers(prompt))
      .split('\n')
      .filter((line) => !OURS.test(line) && !isDoneWhen(line))
      .join('\n'),
  )

/** Above a quotation that names what other tasks do, too. */
export const SAY_OF_ALL = 'The requirements say of all parts:'

/** Constraints and acceptance are those of the whole, and stand in the prompt of each of its tasks. */
const withoutSections = (prompt: string): string =>
  isPlanned(prompt) ? prompt.replaceAll(OF_THE_WHOLE, '') : prompt

const isPlanned = (prompt: string): boolean => /^Done when:$/m.test(prompt)

/** A planner added the task because others need it, so its prompt names what the others do. */
export const isAddedByPlanner = (prompt: string): boolean =>
  /^This is one part of: /m.test(prompt) &&
  !/^The requirements say(?: of all parts)?:$/m.test(prompt)

/** As src/core/planning/offline/write-prompt.ts and apply-answers.ts write them. */
const ABOUT_OTHERS =
  /^(?:This is one part of: |For all: |- (?:Already there when you start|Other tasks do this|Builds on this|Not wanted)\b)/
const OF_THE_WHOLE =
  /^(?:(?:Keep to|The whole is accepted when):\n(?:- .*(?:\n|$))+|The requirements say of all parts:\n(?:>.*(?:\n|$))+)/gm
/** The files that we guess are declared, too. */
const OURS = /^(?:(?:The requirements say|Scope|Done when):$|- Probably in .*\.$)/
