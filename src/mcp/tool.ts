/** A tool of our MCP server: it is called like a command of the command line, and answers what that would print. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type * as z from 'zod'
import { Complaint } from '../app/console/complain.ts'
import { complaintDocument, sayComplaint, type Console } from '../app/console/console.ts'
import { isFirstStep } from '../app/look/read-runs.ts'
import { ProblemList } from '../app/console/problem-list.ts'
import { inToolWords } from './name-tools-in-hints.ts'

export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly description: string
  readonly input: Input
  readonly isReadOnly: boolean
  /** Answers through the console; throws a Complaint when it cannot. */
  call(input: z.output<z.ZodObject<Input>>, console: Console, signal: AbortSignal): unknown
}

/** Lets the compiler check that the call accepts the declared input. */
export const tool = <Input extends z.ZodRawShape>(definition: Tool<Input>): Tool => definition

/** What the command prints becomes text, and its JSON document becomes the structured content. */
export async function callInFolder(
  directory: string | undefined,
  call: (console: Console) => unknown,
): Promise<CallToolResult> {
  const lines: string[] = []
  let document: object | undefined
  const note = (text: string): void => void lines.push(text)
  try {
    await call({
      json: false,
      colour: false,
      folder: mustBeFolder(resolve(directory ?? '.')),
      say: note,
      remark: note,
      insist: note,
      answer(text, result) {
        lines.push(text)
        document = result as object
      },
    })
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return refused(error)
  }
  return result(lines.join('\n'), document)
}

/** Only remedies are reworded: the rest of a message may be the user's own. */
function refused(error: Complaint): CallToolResult {
  const complaint = inToolTerms(error)
  return { isError: true, ...result(sayComplaint(complaint, false), complaintDocument(complaint)) }
}

const inToolTerms = (error: Complaint): Complaint =>
  error instanceof ProblemList
    ? new ProblemList(
        error.problems.map((problem) => ({ ...problem, hint: reworded(problem.hint) })),
      )
    : new Complaint(withToolsIn(error.message), reworded(error.hint), error.exitCode)

/** Remedies in a message stand between backquotes. */
const withToolsIn = (message: string): string =>
  message.replaceAll(/`conductor [^`]*`/g, (typed) => inToolWords(typed))

function reworded(hint: string | null): string | null {
  if (hint === null) return null
  return isFirstStep(hint)
    ? 'start one with start_run: it takes a task file, or the text of one'
    : inToolWords(hint)
}

const result = (text: string, document: object | undefined): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(document === undefined ? {} : { structuredContent: { ...document } }),
})

function mustBeFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path
  throw new Complaint(`there is no folder ${path}`, 'name the folder of the repository')
}
