/**
 * A task may add tasks while it runs: it appends lines of JSON, one task each in the form of the task
 * file, to $CONDUCTOR_ADD_FILE. The answer to each line stands in a file beside it that ends in
 * .add.answers.jsonl.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { isPlainFile, makeWayForFile } from '../processes/make-way.ts'
import { addAnswers, addFile } from '../core/value/home-paths.ts'

/**
 * Returns the function to call whenever the folder of an attempt may hold new lines. isOver: the attempt has
 * ended and writes no more lines.
 */
export function addedTaskReader(
  add: (task: unknown, by: string) => Promise<object>,
): (by: string, folder: string, isOver: boolean) => Promise<void> {
  const linesRead = new Map<string, number>()
  let queue: Promise<void> = Promise.resolve()

  return (by, folder, isOver) => {
    const reading = queue.then(() => readNewLines(by, folder, isOver))
    queue = reading.catch(() => {})
    return reading
  }

  async function readNewLines(by: string, folder: string, isOver: boolean): Promise<void> {
    const file = addFile(folder)
    if (!isPlainFile(file)) return
    const pieces = readFileSync(file, 'utf8').split('\n')
    const lines = isOver && pieces.at(-1) !== '' ? pieces : pieces.slice(0, -1)
    const linesDone = linesRead.get(folder) ?? answersIn(folder)
    linesRead.set(folder, lines.length)
    for (const [i, line] of lines.slice(linesDone).entries()) {
      const answer = await answerTo(line, by)
      const answerLine = `${JSON.stringify({ line: linesDone + i + 1, ...answer })}\n`
      makeWayForFile(addAnswers(folder))
      appendFileSync(addAnswers(folder), answerLine, { mode: 0o600 })
    }
  }

  /** Lines that an earlier coordinator has answered are not read again: there is one answer for each of them. */
  function answersIn(folder: string): number {
    const answers = addAnswers(folder)
    return isPlainFile(answers) ? readFileSync(answers, 'utf8').split('\n').length - 1 : 0
  }

  async function answerTo(line: string, by: string): Promise<object> {
    try {
      return await add(JSON.parse(line), by)
    } catch (error) {
      if (error instanceof SyntaxError)
        return { accepted: false, problems: [`not JSON: ${error.message}`] }
      throw error
    }
  }
}
