/** The channels behind the settings: terminal, desktop, sound, the user's own command, a webhook. */
import type { Notification } from '../core/report/notification.ts'
import { documentOf, wordsOf, type Note } from './note.ts'
import type { Channel } from './notify-people.ts'
import { postWebhook } from './post-webhook.ts'
import { NoSuchProgram, runBriefly } from './run-briefly.ts'

export interface Surroundings {
  /** Where commands run and sound files are looked for. */
  readonly directory: string
  /** Rings the bell of the user's terminal, and shows the words if the terminal can. */
  readonly ring: (words: string) => void
}

const LIMIT_SECONDS = 10

export function channelFor(notification: Notification, around: Surroundings): Channel {
  switch (notification.type) {
    case 'terminal':
      return {
        name: 'the terminal',
        send: async (note) => around.ring(wordsOf(note, notification.message)),
      }
    case 'desktop':
      return {
        name: 'the desktop',
        send: (note) => showOnDesktop(wordsOf(note, notification.message), around.directory),
      }
    case 'sound':
      return { name: 'a sound', send: () => play(notification.file, around.directory) }
    case 'command':
      return {
        name: 'a command',
        send: (note) => runCommand(notification, note, around.directory),
      }
    case 'webhook':
      return {
        // The rest of the address may be a secret.
        name: `the webhook at ${new URL(notification.url).host}`,
        send: (note) =>
          postWebhook(notification.url, documentOf(note, wordsOf(note, notification.message))),
      }
  }
}

function showOnDesktop(words: string, directory: string): Promise<void> {
  const [program, before] = process.platform === 'darwin' ? OSASCRIPT : NOTIFY_SEND
  const brief = { program, words: [...before, words], directory, limitSeconds: LIMIT_SECONDS }
  return runBriefly(brief)
}

const NOTIFY_SEND = ['notify-send', ['--app-name=Conductor', '--', 'Conductor']] as const
const OSASCRIPT = [
  'osascript',
  [
    '-e',
    'on run argv',
    '-e',
    'display notification (item 1 of argv) with title "Conductor"',
    '-e',
    'end run',
  ],
] as const

/** The first of these programs that is installed plays the sound. */
const PLAYERS = ['paplay', 'aplay', 'afplay']

async function play(file: string, directory: string): Promise<void> {
  for (const program of PLAYERS)
    try {
      return await runBriefly({ program, words: [file], directory, limitSeconds: LIMIT_SECONDS })
    } catch (error) {
      if (!(error instanceof NoSuchProgram)) throw error
    }
  throw new Error(`none of ${PLAYERS.join(', ')} is installed`)
}

/**
 * The words of the note are data: the command gets them in its environment and standard input, never in its
 * command line.
 */
function runCommand(
  { command, message }: Notification & { type: 'command' },
  note: Note,
  directory: string,
): Promise<void> {
  const text = wordsOf(note, message)
  const [program, ...words] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command
  return runBriefly({
    program: program!,
    words,
    directory,
    environment: {
      CONDUCTOR_NOTIFY_KIND: note.kind,
      CONDUCTOR_NOTIFY_TASK: note.task ?? '',
      CONDUCTOR_NOTIFY_RUN: note.run,
      CONDUCTOR_NOTIFY_TEXT: text,
    },
    input: `${JSON.stringify(documentOf(note, text))}\n`,
    limitSeconds: LIMIT_SECONDS,
  })
}
