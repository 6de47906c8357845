/** Unexpected errors: a sentence for people, the details in a file, and what to do next. Never a stack trace. */
import { appendFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorMessage } from '../../core/text/error-message.ts'
import { hindranceOf } from '../../core/run/hindrance.ts'
import { hintFor } from '../../core/say/say-hindrance-hint.ts'
import { sayHindrance } from '../../core/say/say-hindrance.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { Complaint, COULD_NOT_GO_ON } from './complain.ts'
import { complain, consoleFor } from './console.ts'
import { VERSION } from '../place/version.ts'
import { findWorkspace } from '../place/workspace.ts'

/** Hindrances of the machine have their own words; any other error is a fault of Conductor. */
export function unexpected(error: unknown): Complaint {
  const hindrance = hindranceOf(error)
  if (hindrance !== null)
    return new Complaint(
      `${sayHindrance(hindrance)}: ${hindrance.detail}`,
      `${hintFor(hindrance)}, then try again; \`conductor resume\` continues an interrupted run`,
      COULD_NOT_GO_ON,
    )
  const file = keepDetails(error)
  return new Complaint(
    `Conductor met an unexpected error: ${firstLineOf(error)}`,
    `${file === null ? 'the details could not be written' : `the details are in ${file}`}; \`conductor resume\` continues an interrupted run`,
    COULD_NOT_GO_ON,
  )
}

/** Calls `kill` when an uncaught exception ends the process, until it is disposed. */
export function endInAnyCase(kill: () => void): Disposable {
  process.on('uncaughtExceptionMonitor', kill)
  return { [Symbol.dispose]: () => void process.off('uncaughtExceptionMonitor', kill) }
}

/** Handles every exception that nothing else catches. */
export function outliveSurprises(): void {
  process.on('uncaughtException', (error) => {
    process.exit(complain(error instanceof Complaint ? error : unexpected(error), consoleFor({})))
  })
}

const firstLineOf = (error: unknown): string => errorMessage(error).split('\n')[0]!

/** The file with the details; null: they could not be written anywhere. */
function keepDetails(error: unknown): string | null {
  const { home } = findWorkspace(process.cwd())
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const text = `${new Date().toISOString()}  conductor ${VERSION}, node ${process.version}\n${stack}\n\n`
  const places = [...(existsSync(home) ? [inHome(home, 'errors')] : []), inTemporary()]
  return places.find((file) => isAppended(file, text)) ?? null
}

const inTemporary = (): string => join(tmpdir(), `conductor-error-${process.pid}.log`)

function isAppended(file: string, text: string): boolean {
  try {
    appendFileSync(file, text, { mode: 0o600 })
    return true
  } catch {
    // The next folder may be on another disk.
    return false
  }
}
