/** conductor ask: what the web server asks of a run that nobody conducts. */
import { askSchema } from '../server/ask-schema.ts'
import { askOrGoOnCommand } from './ask-commands.ts'
import { Complaint } from './complain.ts'
import type { Console } from './console.ts'
import { UNSEEN } from './showing.ts'

export async function saidAskCommand(json: string, console: Console): Promise<number> {
  return askOrGoOnCommand(parsed(json), UNSEEN, console)
}

function parsed(json: string) {
  try {
    return askSchema.parse(JSON.parse(json))
  } catch (error) {
    throw new Complaint(`this is no ask: ${error instanceof Error ? error.message : String(error)}`)
  }
}
