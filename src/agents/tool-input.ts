/** The input of a tool for the person who decides about it: its command, its change or its fields. */
import type { ToolInput } from '../core/agent/sign.ts'
import { lineDiff } from '../core/transcript/line-diff.ts'
import { maskOutput } from '../processes/mask-output.ts'
import type { Change } from './transcript/record-call.ts'

/** Nobody reads more than this before a decision, and every request is recorded. */
const LONGEST = 8000

type Fields = Readonly<Record<string, unknown>>

/** null: the input is only `what`, which the person sees anyway. */
export function toolInputOf(
  what: string,
  input: Fields,
  changes: readonly Change[],
): ToolInput | null {
  if (changes.length > 0) return { as: 'diff', text: cut(diffOf(changes)) }
  const command = commandIn(input)
  if (command !== null) return { as: 'command', text: cut(command) }
  const fields = Object.values(input)
  if (fields.length === 0 || (fields.length === 1 && fields[0] === what)) return null
  return { as: 'json', text: cut(JSON.stringify(input, null, 2)) }
}

const diffOf = (changes: readonly Change[]): string =>
  changes
    .map(({ file, before, after }) => `@@ ${file}\n${lineDiff(before, after)}`)
    .join('')
    .trimEnd()

function commandIn({ command }: Fields): string | null {
  if (typeof command === 'string') return command
  return Array.isArray(command) ? command.join(' ') : null
}

function cut(text: string): string {
  const masked = maskOutput(text)
  return masked.length <= LONGEST ? masked : `${masked.slice(0, LONGEST)}\n… (the rest is cut)`
}
