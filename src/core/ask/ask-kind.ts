/** How one thing that can be asked of a run is described: once, for everyone who asks and every way to ask. */
import type { OwnWord } from '../agent/sign.ts'
import type { Priority, Task, TaskChange } from '../plan/plan.ts'
import type { Run } from '../run/run.ts'
import type { AttemptId, TaskId } from '../value/ids.ts'
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
  priority: Priority
  /** null: no limit. */
  usd: number | null
  flag: boolean
  /** What a person or an agent writes: never empty. */
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
  /** It can also be asked of a run that is over. */
  readonly afterEnd?: true
  /** The same for those of which that depends on how their task came out. */
  isForAfterEnd?(run: Run, ask: Own): boolean
  /** It can also be asked while the run is being cancelled, as can what is asked after its end. */
  readonly whileCancelled?: true
  answer(run: Run, ask: Own): Answer
  /** Whether what was refused is so already. */
  isAlreadySo?(run: Run, ask: Own): boolean
  /** What came of it, once it is accepted. */
  say(ask: Own, affected: readonly TaskId[], look: () => Run): string
  /** The ask that takes it back, by the run as it was before. */
  undo?(run: Run, ask: Own): Back
  /** The letter of each of its buttons in the menu of a card; no two that are offered together have the same. */
  readonly buttons?: { readonly [Name in Button]?: string }
  /** Buttons that make sense for a task that stands as it does. */
  offer?(run: Run, task: TaskId, now: number): readonly TaskAction<Button, Own>[]
}

/** How people and programs come to an ask, and what they are told about it; the page does not need it. */
export interface AskHelp<Kind extends Described = Described> {
  readonly by: 'people' | 'agents'
  /** What it does, as --help, the API and the MCP tool say it: a sentence without its capital and its full stop. */
  readonly does: string
  /** Whole sentences that follow in the API and the MCP tool. */
  readonly note?: string
  /** Of an ask with words: what they are, as the name of a text field, and what is typed to say them. */
  readonly words?: { readonly are: string; readonly typed: string }
  /** A run that nobody conducts goes on for it: then it has something to do, is over, or knows what a person said. */
  readonly goesOn?: true
  /** What to type next, once it is accepted. */
  sayNext?(ask: AskWith<Kind['ask'], Kind['fields']>): string
  /** What is typed after `conductor`. */
  readonly commands: readonly string[]
  /** none: why there is none. */
  readonly tool: string | { readonly none: string }
  /** Whole sentences that only the description of the MCP tool has. */
  readonly toolNote?: string
  /** Why it cannot be taken back. */
  readonly noUndo?: string
}

/** A button that asks something about a task. */
export interface TaskAction<Name extends string, Own extends Named> {
  readonly name: Name
  readonly label: string
  /** null: the person has to write something first. */
  readonly ask: Own | null
  /** What they are to write, as the name of a text field; null: nothing. */
  readonly words: string | null
  /** The ask with what they wrote; null: it is not what is needed. */
  readonly withWords?: (task: TaskId, words: string) => Own | null
  /** What to ask before, because it cannot simply be undone; null: just do it. */
  readonly confirm: string | null
}

/** Lets the compiler work out the ask from its name and its fields. */
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
