/** Getting to the files of tasks: editors, ports and terminals. All of it can reject with Refused. */
import type { Run } from '../../core/run/run.ts'
import type { TaskId } from '../../core/value/ids.ts'
import type { JoinedTerminal, TerminalLine } from '../terminal/terminals.ts'

/** Getting to the files of tasks. Rejects with Refused. */
export interface ServedFiles {
  editor(): Promise<EditorDocument>
  /** By the command that the user of this machine has set. Returns the path. */
  open(
    run: Run,
    task: TaskId,
    at: { readonly file: string | null; readonly line: number | null },
  ): Promise<string>
  /** Ports of worktrees on which something listens now. */
  ports(): Promise<readonly ListeningPort[]>
}

/** Terminals in the worktrees of tasks. */
export interface ServedTerminals {
  /** Only the user of this machine turns them on. */
  isOn(): Promise<boolean>
  /** Where a terminal of this task would be. Rejects with Refused. */
  folder(run: Run, task: TaskId): Promise<string>
  join(line: TerminalLine, asked: TerminalAsked): Promise<JoinedTerminal>
  count(): number
}

interface TerminalAsked {
  readonly run: Run
  readonly task: TaskId
  /** Of a terminal that this browser had before; null: a new one. */
  readonly id: string | null
  readonly columns: number
  readonly rows: number
}

export interface EditorDocument {
  /** An editor that the page opens by its address; null: none is set. */
  readonly name: string | null
  readonly has_command: boolean
  /** Whether the page may open a terminal. */
  readonly terminal: boolean
}

export interface ListeningPort {
  readonly lane: string
  readonly path: string
  readonly port: number
}
