/** What an agent writes about itself into its state file, read when it has changed and turned into signs. */
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import type { Hear } from '../../conduct/ports.ts'
import { plainText } from '../../core/text/plain-text.ts'
import { maskOutput } from '../../processes/mask-output.ts'
import type { Question, Sign } from '../../core/agent/sign.ts'

/** Whatever is unknown or of the wrong kind counts as not said. */
export type SessionState = Readonly<z.output<typeof schema>>

/** It is shown and kept like output. */
const short = (text: string, longest: number): string =>
  maskOutput(plainText(text.slice(0, 2 * longest)))
    .trim()
    .slice(0, longest)

const said = (longest: number) =>
  z
    .string()
    .transform((text) => short(text, longest) || null)
    .nullable()
    .catch(null)

const STATUSES = ['planning', 'working', 'stuck', 'complete'] as const

const schema = z.object({
  status: z.enum(STATUSES).nullable().catch(null),
  stuckReason: said(2000),
  decision: said(2000),
  options: z
    .array(z.string())
    .transform((options) => options.slice(0, 20).map((option) => short(option, 500)))
    .catch([]),
  context: said(10_000),
  area: said(100),
  phase: said(200),
  pullRequestUrl: said(2000),
  lastHeartbeat: said(100),
  acknowledged: z.boolean().catch(false),
})

export interface StateFollower {
  /** Cheap while nothing has changed. Call it once more when the agent has ended. */
  look(): void
  /** What was last read; null: nothing yet. */
  last(): SessionState | null
}

export function followSessionState(file: string, hear: Hear): StateFollower {
  let last: SessionState | null = null
  let version = ''
  return {
    last: () => last,
    look() {
      const found = versionOf(file)
      if (found === null || found === version) return
      const state = parse(file)
      // It is being written: it will be whole the next time.
      if (state === null) return
      version = found
      for (const sign of signsOf(last, state)) hear(sign)
      last = state
    },
  }
}

const LARGEST = 1_000_000

/** null: there is nothing that could be read; a pipe would keep us waiting for ever. */
export function versionOf(file: string): string | null {
  try {
    const found = statSync(file)
    if (!found.isFile() || found.size > LARGEST) return null
    return `${found.ino} ${found.mtimeMs} ${found.size}`
  } catch {
    return null
  }
}

/** null: there is none, or not a whole one. */
export const readSessionState = (file: string): SessionState | null =>
  versionOf(file) === null ? null : parse(file)

function parse(file: string): SessionState | null {
  try {
    return stateFrom(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** null: it is no object. */
export function stateFrom(said: unknown): SessionState | null {
  const read = schema.safeParse(said)
  return read.success ? read.data : null
}

/** Guidance comes first: it answers what was asked before, not what is asked now. */
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
