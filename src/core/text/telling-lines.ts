/** Which lines of the output of a failed command say what failed. */

/** The first lines that say that something failed; if none does, the last ones. */
export function tellingLines(lines: readonly string[], most: number): readonly string[] {
  const telling = lines.filter((line) => FAILED.test(line) && !ABOUT_THE_TOOL.test(line))
  return telling.length === 0 ? lines.slice(-most) : telling.slice(0, most)
}

/** As compilers, linters and test runners of many languages print it; `0 failed` says the opposite. */
const FAILED =
  /(?<!\b(?:0|no) )\b(?:errors?|fail(?:s|ed|ing|ures?)?|fatal|panic(?:ked)?|not ok|expected|traceback)\b(?!:? 0\b)|(?:Error|Exception)\b|^\s*[✗✖✕×●]/i

/** What the program says that started the failing one, and lines of a stack. */
const ABOUT_THE_TOOL =
  /^\s*(?:npm (?:error|ERR!)|error Command failed|\s*ELIFECYCLE|ERR_PNPM|make(?:\[\d+\])?: \*\*\*|at \S)/
