/** The sentences by which a prompt of ours says when a task is done. They are the same in every plan, and tell nothing about a task. */

export const DONE_WHEN = {
  works: 'What is wanted works, and tests that you add show it.',
  issueWorks: 'What the issue asks for works, and tests that you add show it.',
  allTests: 'All tests of the project pass.',
  textIsTrue: 'The text is true: try every command and example in it.',
  isDecided: 'The decision is written down with its reasons and what was rejected.',
  builds: 'The document builds without errors or missing references.',
  testsTell: 'The tests pass, and they fail when what they test is broken.',
} as const

export const sayPasses = (testCommand: string): string => `\`${testCommand}\` passes.`

/** A line of a prompt that is one of these sentences. */
export const isDoneWhen = (line: string): boolean => LINES.has(line) || PASSES.test(line)

const LINES: ReadonlySet<string> = new Set(Object.values(DONE_WHEN).map((text) => `- ${text}`))
const PASSES = /^- `[^`]*` passes\.$/
