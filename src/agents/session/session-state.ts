/**
 * Reads what an agent writes about itself into its state file whenever the file has changed, and turns it into
 * signs.
 */
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import type { Hear } from '../../conduct/ports.ts'
import { plainText } from '../../core/text/plain-text.ts'
import { maskOutput } from '../../processes/mask-output.ts'
import type { Question, Sign } from '../../core/agent/sign.ts'

/** A field that is unknown or of the wrong type counts as not given. */
export type SessionState = Readonly<z.output<typeof schema>>

/** The text is shown and stored like output, so it is masked. */
const short = (text: string, longest: number): string =>
  maskOutput(plainText(text.slice(0, 2 * longest)))
    .trim()
    .slice(0, longest)

const optionalText = (longest: number) =>
  z
    .string()
    .transform((text) => short(text, longest) || null)
    .nullable()
    .catch(null)

const STATUSES = ['planning', 'working', 'stuck', 'complete'] as const

const schema = z.object({
  status: z.enum(STATUSES).nullable().catch(null),
  stuckReason: optionalText(2000),
  decision: optionalText(2000),
  options: z
    .array(z.string())
    .transform((options) => options.slice(0, 20).map((option) => short(option, 500)))
    .catch([]),
  context: optionalText(10_000),
  area: optionalText(100),
  phase: optionalText(200),
  pullRequestUrl: optionalText(2000),
  lastHeartbeat: optionalText(100),
  acknowledged: z.boolean().catch(false),
})

export interface StateFollower {
  /** Reads the file if it has changed; cheap if not. The caller looks once more when the agent has ended. */
  look(): void
  /** The state that was read last; null: none yet. */
  last(): SessionState | null
}

export function followSessionState(file: string, hear: Hear): StateFollower {
  let last: SessionState | null = null
  let version = ''
  return {
    last: () => last,
    look() {
      const newVersion = versionOf(file)
      if (newVersion === null || newVersion === version) return
      const state = parse(file)
      // The agent is writing the file right now: it will be whole at the next look.
      if (state === null) return
      version = newVersion
      for (const sign of signsOf(last, state)) hear(sign)
      last = state
    },
  }
}

const LARGEST = 1_000_000

/** null: there is no regular file of a sensible size; reading a pipe would block for ever. */
export function versionOf(file: string): string | null {
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > LARGEST) return null
    return `${stats.ino} ${stats.mtimeMs} ${stats.size}`
  } catch {
    return null
  }
}

/** null: there is no state file, or it is not whole. */
export const readSessionState = (file: string): SessionState | null =>
  versionOf(file) === null ? null : parse(file)

function parse(file: string): SessionState | null {
  try {
    return stateFrom(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** null: the value is not an object. */
export function stateFrom(value: unknown): SessionState | null {
  const result = schema.safeParse(value)
  return result.success ? result.data : null
}

/** The guidance-read sign comes first: that guidance answers the earlier question, not the one asked now. */
export function signsOf(before: SessionState | null, now: SessionState): readonly Sign[] {
  const hasRead = now.acknowledged && before?.acknowledged !== true
  return [
    { is: 'heartbeat' },
    ...(hasRead ? [{ is: 'guidance-read' } as const] : []),
    ...progressOf(now),
    ...questionsIn(before, now),
  ]
}

function progressOf({ status, phase }: SessionState): readonly Sign[] {
  if (status !== 'planning' && status !== 'working') return []
  return [{ is: 'progress', status, note: phase ?? '' }]
}

/** The same question is not asked again because something else in the file has changed. */
function questionsIn(before: SessionState | null, now: SessionState): readonly Sign[] {
  if (now.status !== 'stuck') return []
  const question = questionIn(now)
  const isSame =
    before?.status === 'stuck' && JSON.stringify(questionIn(before)) === JSON.stringify(question)
  return isSame ? [] : [{ is: 'question', question }]
}

function questionIn({ decision, stuckReason, options, context, area }: SessionState): Question {
  const reason = decision === null ? null : stuckReason
  return {
    decision: decision ?? stuckReason ?? 'it is stuck, and does not say why',
    options,
    context: [reason, context].filter(Boolean).join('\n\n'),
    area,
  }
}
