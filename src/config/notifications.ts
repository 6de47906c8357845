/** What to do when a run ends, as files say it. */
import { z } from 'zod'
import type { RefusalParams } from '../yaml-file/check-value.ts'
import { oneOf, text } from '../yaml-file/fields.ts'

/** The text is the message to show, the sound file to play or the command to run. */
export interface Notification {
  readonly type: 'terminal' | 'sound' | 'command'
  readonly text: string
}

const TEXT_KEY = { terminal: 'message', sound: 'file', command: 'command' } as const

const notification = z
  .strictObject({
    type: oneOf('terminal', 'sound', 'command'),
    message: text().optional(),
    file: text().optional(),
    command: text().optional(),
  })
  .transform((said, context): Notification => {
    const key = TEXT_KEY[said.type]
    const others = Object.values(TEXT_KEY).filter((other) => other !== key && said[other])
    const found = said[key]
    if (found !== undefined && others.length === 0) return { type: said.type, text: found }
    const message = `a notification of type "${said.type}" has a "${key}" and nothing else`
    const params: RefusalParams = { isSentence: true }
    context.issues.push({ code: 'custom', message, params: { ...params }, input: said })
    return z.NEVER
  })

export const notifications = z
  .strictObject({ on_complete: z.array(notification), on_failure: z.array(notification) })
  .partial()
