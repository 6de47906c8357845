/**
 * The files of Gemini's conversations. Their names hold the minute of their start. Gemini 0.61 begins to resume a
 * conversation by writing the start of a new one to the file of this minute: if that is the same file, the
 * conversation is lost. Tests decide with these functions which of both happens, whenever they run.
 */
import { linkSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The conversations began in an earlier minute, so they can be resumed. */
export function asOfAnEarlierMinute(home: string): void {
  for (const { file, named } of conversationsIn(home)) renameSync(file, named(-1))
}

/** They cannot be resumed, even if the next minutes begin before. */
export function asInTheSameMinute(home: string): void {
  for (const { file, named } of conversationsIn(home))
    for (const minutes of [1, 2, 3]) linkSync(file, named(minutes))
}

interface Conversation {
  readonly file: string
  /** The name that the file would have if the conversation had begun so many minutes later. */
  named(minutesLater: number): string
}

const NAME = /^session-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(.+\.jsonl)$/

function conversationsIn(home: string): readonly Conversation[] {
  const gemini = join(home, '.gemini')
  const found = readdirSync(gemini, { recursive: true, withFileTypes: true }).flatMap(
    ({ name, parentPath }) => conversationOf(join(parentPath, name), NAME.exec(name)),
  )
  if (found.length === 0) throw new Error(`Gemini has kept no conversation below ${gemini}`)
  return found
}

function conversationOf(file: string, name: RegExpExecArray | null): readonly Conversation[] {
  if (name === null) return []
  const [, hour, minute, rest] = name
  const begun = Date.parse(`${hour}:${minute}Z`)
  return [
    {
      file,
      named: (minutesLater) =>
        join(dirname(file), `session-${stamp(begun + minutesLater * 60_000)}-${rest}`),
    },
  ]
}

const stamp = (time: number): string =>
  new Date(time).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replaceAll(':', '-')
