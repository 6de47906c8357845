/** What the scripted model needs to know of a protocol that clients speak with models. */
import type { ErrorStatus, Usage } from './script.ts'

export interface Protocol {
  speaks(path: string): boolean
  read(body: unknown, path: string): Asked
  /** The answer in one piece. */
  whole(answer: Answer): unknown
  /** The answer as a stream of server-sent events. */
  pieces(answer: Answer): readonly string[]
  error(status: ErrorStatus): { readonly status: number; readonly body: unknown }
}

export interface Asked {
  /** How often the model has spoken in this conversation. */
  readonly answers: number
  readonly tools: readonly Tool[]
  /** The last that the client said, as far as it is plain text. */
  readonly lastText?: string
  readonly streams: boolean
  readonly model: string
  /** The answer has to be JSON of this shape. */
  readonly schema: Schema | null
}

export interface Tool {
  readonly name: string
  /** A group of tools that it belongs to. */
  readonly group?: string
}

export interface Schema {
  readonly properties?: Readonly<
    Record<string, { readonly type?: string; readonly enum?: readonly string[] }>
  >
}

export interface Answer {
  readonly id: string
  readonly model: string
  readonly text: string
  readonly call: ToolCall | null
  readonly usage: Usage
}

export interface ToolCall {
  readonly id: string
  readonly tool: Tool
  /** Text for a tool that takes no object. */
  readonly input: Readonly<Record<string, unknown>> | string
}

/** Most protocols name the kind of each event inside of it. */
export type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string }

/** What is said in a row, without anybody else in between, is one answer. */
export function countAnswers(isModel: readonly boolean[]): number {
  return isModel.filter((speaks, at) => speaks && !isModel[at - 1]).length
}

export function serverSentEvent(data: unknown, name?: string): string {
  const event = name === undefined ? '' : `event: ${name}\n`
  return `${event}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

/** In two, so that clients have something to put together. */
export function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '')
}
