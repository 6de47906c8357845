/** What the transcript of an attempt holds: one entry per line of its file, and of the API. */
import type { Tokens } from '../agent/usage.ts'

export type TranscriptEntry = { readonly at: number } & (
  | { readonly out: string }
  | { readonly err: string }
  /** Written by Conductor, not by the attempt. */
  | { readonly note: string }
  /** The input or result of a tool, in transcripts of versions that did not tell calls apart. */
  | { readonly tool: string }
  | AgentWords
  | CallEntry
  | { readonly todos: readonly Todo[]; readonly within?: string }
  | PermissionAsked
  | { readonly decided: string; readonly allowed: boolean; readonly why: string | null }
  | { readonly question: string; readonly options: readonly string[]; readonly context: string }
  | UsedEntry
)

/** more: it continues the entry of the same kind before it. within: the call of the sub-agent that says it. */
type AgentWords =
  | { readonly said: string; readonly more?: true; readonly within?: string }
  | { readonly thought: string; readonly more?: true; readonly within?: string }
  /** What the agent was told. prompt: it is the prompt that began the attempt, not a message of a person. */
  | { readonly told: string; readonly more?: true; readonly prompt?: true }

/** Several entries make up a call of a tool; `call` is its id, and a long text goes on in the next entry. */
export type CallEntry = { readonly call: string } & (
  | CallBegun
  | { readonly input: string }
  | { readonly file: string; readonly diff: string }
  | { readonly result: string }
  /** says: the first line of the result. */
  | { readonly ended: 'well' | 'failed'; readonly says: string }
)

export interface CallBegun {
  readonly kind: CallKind
  /** The agent's name for the tool. */
  readonly name: string
  /** The command, file or words that the call is about, in one line. */
  readonly title: string
  readonly within?: string
}

export type CallKind =
  | 'command'
  | 'read'
  | 'edit'
  | 'search'
  | 'web'
  | 'mcp'
  | 'agent'
  | 'todo'
  | 'other'

export interface Todo {
  readonly text: string
  readonly status: 'pending' | 'working' | 'done'
}

/** asks: the id of the request. call: the call that waits for the permission, if that is known. */
interface PermissionAsked {
  readonly asks: string
  readonly name: string
  readonly what: string
  readonly forCall?: string
}

/** used: since the last such entry of this kind. turn: its seconds, if it is the total of a whole turn. */
interface UsedEntry {
  readonly used: Used
  readonly turn?: number
}

export interface Used extends Tokens {
  readonly costUsd: number | null
  readonly isEstimated: boolean
}

/** An entry as it is written, before it has its time. */
export type TranscriptWords = TranscriptEntry extends infer Entry
  ? Entry extends { readonly at: number }
    ? Omit<Entry, 'at'>
    : never
  : never

/** An entry at its place: how many bytes were written to the transcript before it. */
export type TranscriptPiece = TranscriptEntry & { readonly position: number }

/** The fields that may be long; an entry has at most one of them. */
const LONG = [
  'out',
  'err',
  'note',
  'tool',
  'said',
  'thought',
  'told',
  'input',
  'diff',
  'result',
] as const

export type LongField = (typeof LONG)[number]

export function longFieldOf(entry: object): LongField | null {
  return LONG.find((field) => field in entry) ?? null
}
