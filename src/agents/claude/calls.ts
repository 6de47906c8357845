/** What the tools of Claude Code do: the kind of each call, and the files that it changes. */
import type { CallKind } from '../../core/transcript/entry.ts'
import type { Change } from '../transcript/record-call.ts'
import { fileIn } from './deed.ts'

const KINDS: Readonly<Record<string, CallKind>> = {
  Bash: 'command',
  BashOutput: 'command',
  KillShell: 'command',
  Read: 'read',
  NotebookRead: 'read',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  ToolSearch: 'search',
  WebFetch: 'web',
  WebSearch: 'web',
  Task: 'agent',
  Agent: 'agent',
  TodoWrite: 'todo',
  TaskCreate: 'todo',
  TaskUpdate: 'todo',
  TaskList: 'todo',
  TaskGet: 'todo',
}

export const kindOf = (name: string): CallKind =>
  Object.hasOwn(KINDS, name) ? KINDS[name]! : name.startsWith('mcp__') ? 'mcp' : 'other'

type Input = Readonly<Record<string, unknown>>

interface Edit {
  readonly old_string?: unknown
  readonly new_string?: unknown
}

/** As the call asks for them: whether the files were changed is in its result. */
export function changesIn(name: string, input: Input, directory: string): readonly Change[] {
  const file = fileIn(input, directory)
  if (kindOf(name) !== 'edit' || file === null) return []
  const { content, edits = [input] } = input
  if (typeof content === 'string') return [{ file, before: null, after: content }]
  return Array.isArray(edits) ? edits.flatMap((edit) => changeIn(file, edit as Edit)) : []
}

function changeIn(file: string, edit: Edit | null): readonly Change[] {
  const { old_string: before = '', new_string: after } = edit ?? {}
  return typeof before === 'string' && typeof after === 'string' ? [{ file, before, after }] : []
}
