/** The part of a prompt that says what the task itself does, without quotations and what it says about other tasks. */

export const ownWords = (prompt: string): string =>
  prompt
    .split('\n')
    .filter((line) => !ABOUT_OTHERS.test(line))
    .join('\n')

/** As src/core/planning/offline/write-prompt.ts writes them. A planned task has the flags of its quotation already. */
const ABOUT_OTHERS =
  /^(?:>|This is one part of: |- (?:Already there when you start|Other tasks do this|Builds on this|Not wanted)\b)/
