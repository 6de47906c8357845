/** What the scripted model needs to know of a protocol between clients and models. */
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
  /** How often the model has answered in this conversation. */
  readonly answers: number
  readonly tools: readonly Tool[]
  /** The last message of the client, if it is plain text. */
  readonly lastText?: string
  readonly streams: boolean
  readonly model: string
  /** The answer must be JSON of this shape; null: plain text. */
  readonly schema: Schema | null
}

export interface Tool {
  readonly name: string
  /** The group of tools that it belongs to. */
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

/** An event that names its own type, as in most protocols. */
export type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string }

/** Messages of the model in a row, with none of the client in between, are one answer. */
export function countAnswers(isModel: readonly boolean[]): number {
  return isModel.filter((speaks, at) => speaks && !isModel[at - 1]).length
}

export function serverSentEvent(data: unknown, name?: string): string {
  const event = name === undefined ? '' : `event: ${name}\n`
  return `${event}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

/** Splits a text in two, so that clients must join the pieces. */
export function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '')
}
