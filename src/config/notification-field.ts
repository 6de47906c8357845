/** One way to notify people, as files give it. */
import { z } from 'zod'
import { USUAL_MESSAGE, type Notification } from '../core/report/notification.ts'
import type { RefusalParams } from '../yaml-file/check-value.ts'
import { field, oneOf, text } from '../yaml-file/fields.ts'

const commandOf = field((value, refuse): string | readonly string[] => {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isSaid = words.length > 0 && words.every((word) => typeof word === 'string' && word !== '')
  return isSaid
    ? (value as string | readonly string[])
    : refuse('a command, or the list of its words')
})

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Words about a task are private: they are sent only encrypted, or to this very machine. */
const webhookAddress = field((value, refuse): string => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  return isSafe ? String(value) : refuse('an https address, or an http one of this machine')
})

export const notification = z
  .strictObject({
    type: oneOf('terminal', 'desktop', 'sound', 'command', 'webhook'),
    message: text().optional(),
    file: text().optional(),
    command: commandOf.optional(),
    url: webhookAddress.optional(),
  })
  .transform((fields, context): Notification => {
    const { type, message = USUAL_MESSAGE, file, command, url } = fields
    const { needs, may } = PARTS[type]
    const foreign = (['message', 'file', 'command', 'url'] as const).filter(
      (key) => fields[key] !== undefined && key !== needs && key !== may,
    )
    if (foreign.length === 0) {
      if (type === 'terminal' || type === 'desktop') return { type, message }
      if (type === 'sound' && file !== undefined) return { type, file }
      if (type === 'command' && command !== undefined) return { type, command, message }
      if (type === 'webhook' && url !== undefined) return { type, url, message }
    }
    const params: RefusalParams = { isSentence: true }
    context.issues.push({
      code: 'custom',
      message: `a notification of type "${type}" ${sayParts(PARTS[type])}`,
      params: { ...params },
      input: fields,
    })
    return z.NEVER
  })

interface Parts {
  readonly needs?: 'file' | 'command' | 'url'
  readonly may?: 'message'
}

const PARTS: Readonly<Record<Notification['type'], Parts>> = {
  terminal: { may: 'message' },
  desktop: { may: 'message' },
  sound: { needs: 'file' },
  command: { needs: 'command', may: 'message' },
  webhook: { needs: 'url', may: 'message' },
}

function sayParts({ needs, may }: Parts): string {
  if (needs === undefined) return `may have a "${may}" and nothing else`
  return `has a "${needs}"${may === undefined ? '' : `, may have a "${may}",`} and nothing else`
}
