/** How this call of the command prints: text for people, or one JSON document for programs. */
import type { Complaint } from './complain.ts'
import { forTerminal } from '../../core/text/terminal-text.ts'
import { paint, wantsColour } from '../../report-text/paint.ts'
import { jsonText } from './json-text.ts'
import { placeAndMessage, ProblemList } from './problem-list.ts'

export interface Console {
  readonly json: boolean
  readonly colour: boolean
  /** Where the command was called. */
  readonly folder: string
  /** Only for people: progress, hints, the next step. */
  say(text: string): void
  /** For people, on standard error, so that it does not mix with piped output. */
  remark(text: string): void
  /** What must not be missed, even with --json: it goes to standard error, beside the document. */
  insist(text: string): void
  /** The result: text for people, the document for programs. */
  answer(text: string, document: unknown, kind?: AnswerKind): void
}

/** coloured: with the colours of git. patch: the same, and into a pipe every byte, so that git can apply it. */
type AnswerKind = 'words' | 'coloured' | 'patch'

export function consoleFor(options: { readonly json?: boolean | undefined }): Console {
  const json = options.json === true
  return {
    json,
    colour: wantsColour(process.stdout),
    folder: process.cwd(),
    say: (text) => void (json || print(process.stdout, text)),
    remark: (text) => void (json || print(process.stderr, text)),
    insist: (text) => print(process.stderr, text),
    answer: (text, document, kind = 'words') =>
      json
        ? void process.stdout.write(`${jsonText(document)}\n`)
        : print(process.stdout, text, kind),
  }
}

/** Names of files and tasks come from agents: whatever a terminal would obey is left out, but for colours. */
function print(stream: NodeJS.WriteStream, text: string, kind: AnswerKind = 'words'): void {
  const isExact = kind === 'patch' && !stream.isTTY
  const colours = !wantsColour(stream) ? 'none' : kind === 'words' ? 'ours' : 'all'
  stream.write(`${isExact ? text : forTerminal(text, colours)}\n`)
}

/** The same console, but texts for people are passed through `words` first. */
export const reworded = (console: Console, words: (text: string) => string): Console => ({
  ...console,
  say: (text) => console.say(words(text)),
  remark: (text) => console.remark(words(text)),
  insist: (text) => console.insist(words(text)),
  answer: (text, document, kind) => console.answer(words(text), document, kind),
})

/** Prints the complaint and returns its exit code. conducts: the command would have started or continued a run. */
export function complain(
  error: Complaint,
  console: Console,
  { conducts = false }: { readonly conducts?: boolean } = {},
): number {
  if (console.json) console.answer('', complaintDocument(error))
  else console.remark(sayComplaint(error, wantsColour(process.stderr), conducts))
  return error.exitCode
}

export function complaintDocument(error: Complaint): object {
  const problems = error instanceof ProblemList ? { problems: error.problems } : {}
  return { error: 'refused', message: error.message, hint: error.hint, ...problems }
}

export function sayComplaint(error: Complaint, colour: boolean, conducts = false): string {
  const style = paint(colour)
  if (error instanceof ProblemList)
    return [
      ...error.problems.flatMap((problem) => {
        const [place, message] = placeAndMessage(problem)
        const hint = problem.hint === null ? [] : [style.dim(`    ${problem.hint}`)]
        return [`${style.bold(place)}${message}`, ...hint]
      }),
      '',
      `${style.bad(`${error.message} found`)}${conducts ? '; nothing was started' : ''}`,
    ].join('\n')
  const hint = error.hint === null ? '' : `\n${style.dim(error.hint)}`
  return `${style.bad('error:')} ${error.message}${hint}`
}

let mayLeave = true

/**
 * The reader of our output may stop reading: `conductor logs api | head`, or a terminal whose window is closed. Then
 * the command ends, unless only standard error is not read.
 */
export function outliveReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const isUnread = error.code === 'EPIPE' || (error.code === 'EIO' && stream.isTTY)
      if (!isUnread) throw error
      if (mayLeave && stream === process.stdout) process.exit()
    })
}

/** A coordinator goes on without a reader. */
export function stayWithoutReader(): void {
  mayLeave = false
}
