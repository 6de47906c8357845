/** conductor ask: how the web server asks something of a run that has no coordinator. */
import { readFileSync } from 'node:fs'
import { errorMessage } from '../../core/text/error-message.ts'
import { askSchema } from '../../server/control/ask-schema.ts'
import { askOrGoOnCommand } from './ask-commands.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { UNSEEN } from '../conduct/show-options.ts'

/** "-": the ask is read from standard input, because texts that people write may be too long for an argument. */
export async function askJsonCommand(argument: string, console: Console): Promise<number> {
  const json = argument === '-' ? readFileSync(process.stdin.fd, 'utf8') : argument
  return askOrGoOnCommand(parsed(json), UNSEEN, console)
}

function parsed(json: string) {
  try {
    return askSchema.parse(JSON.parse(json))
  } catch (error) {
    throw new Complaint(`this is no ask: ${errorMessage(error)}`)
  }
}
