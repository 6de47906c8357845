/** The description of one ask: written once, for everyone who asks and every way to ask. */
import type { OwnWord } from '../agent/sign.ts'
import type { Priority, Task, TaskChange } from '../plan/plan.ts'
import type { Run } from '../run/run.ts'
import type { AttemptId, CommitId, TaskId } from '../value/ids.ts'
import type { Answer } from './answer.ts'

/** What the fields of asks hold. Each surface knows how it reads a field of each kind. */
export interface FieldTypes {
  task: TaskId
  'task-or-null': TaskId | null
  attempt: AttemptId
  /** 0 is the first. */
  batch: number
  agents: number
  branch: string
  commit: CommitId
  priority: Priority
  /** null: no limit. */
  usd: number | null
  flag: boolean
  /** What a person or an agent writes; never empty. */
  words: string
  'text-or-null': string | null
  change: TaskChange
  sign: OwnWord
  tasks: readonly Task[]
}

export type FieldKind = keyof FieldTypes
export type Fields = Readonly<Record<string, FieldKind>>

/** An ask as it is made and sent. */
export type AskWith<Name extends string, Of extends Fields> = { readonly ask: Name } & {
  readonly [Key in keyof Of]: FieldTypes[Of[Key]]
}

interface Described {
  readonly ask: string
  readonly fields: Fields
}

interface Named {
  readonly ask: string
}

/** Own: the ask that is described; Back: the ask that undoes it; Button: the names of its buttons. */
export interface AskKind<Own extends Named, Back extends Named, Button extends string> {
  /** The ask is also accepted when the run is over. */
  readonly afterEnd?: true
  /** The same for asks where it depends on the state of their task. */
  isForAfterEnd?(run: Run, ask: Own): boolean
  /** The ask is also accepted while the run is being cancelled; asks with afterEnd are, too. */
  readonly whileCancelled?: true
  answer(run: Run, ask: Own): Answer
  /** Whether the run is already as a refused ask wanted it. */
  isAlreadySo?(run: Run, ask: Own): boolean
  /** What the ask did, in words, after it was accepted. */
  say(ask: Own, affected: readonly TaskId[], look: () => Run): string
  /** The ask that takes this one back, given the run as it was before; null: none does. */
  undo?(run: Run, ask: Own): Back | null
  /** The key of each button in the menu of a card; two buttons that are offered together never share one. */
  readonly buttons?: { readonly [Name in Button]?: string }
  /** The buttons that make sense for a task in its present state. */
  offer?(run: Run, task: TaskId, now: number): readonly TaskAction<Button, Own>[]
}

/** How people and programs reach an ask, and what they are told about it. The web page does not need this. */
export interface AskHelp<Kind extends Described = Described> {
  readonly by: 'people' | 'agents'
  /** What the ask does, as --help, the API and the MCP tool say it: a sentence without capital and full stop. */
  readonly does: string
  /** Whole sentences that follow in the API and the MCP tool. */
  readonly note?: string
  /** For an ask with words: the label of their text field, and the command that says them. */
  readonly words?: { readonly are: string; readonly typed: string }
  /** A run without a coordinator is resumed for this ask: it then has work to do, is over, or has guidance. */
  readonly goesOn?: true
  /** The command to type next, after the ask was accepted. */
  sayNext?(ask: AskWith<Kind['ask'], Kind['fields']>): string
  /** What is typed after `conductor`. */
  readonly commands: readonly string[]
  /** none: why there is no tool. */
  readonly tool: string | { readonly none: string }
  /** Whole sentences that only the description of the MCP tool has. */
  readonly toolNote?: string
  readonly noUndo?: string
}

/** A button that asks something about a task. */
export interface TaskAction<Name extends string, Own extends Named> {
  readonly name: Name
  readonly label: string
  /** null: the person has to write something first. */
  readonly ask: Own | null
  /** The label of the text field for it; null: nothing has to be written. */
  readonly words: string | null
  /** The ask with the words that the person wrote; null when they are not valid. */
  readonly withWords?: (task: TaskId, words: string) => Own | null
  /** The confirmation question, because the action cannot simply be undone; null: no confirmation. */
  readonly confirm: string | null
}

/** Lets the compiler infer the ask from its name and its fields. */
export const askKind = <
  const Name extends string,
  const Of extends Fields,
  const Back extends Named = never,
  const Button extends string = never,
>(
  kind: { readonly ask: Name; readonly fields: Of } & AskKind<AskWith<Name, Of>, Back, Button>,
) => kind

/** For a button that only has to be pressed. */
export const PLAIN = { words: null, confirm: null }
