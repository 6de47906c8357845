/** conductor ask: what the web server asks of a run that nobody conducts. */
import { readFileSync } from 'node:fs'
import { askSchema } from '../../server/control/ask-schema.ts'
import { askOrGoOnCommand } from './ask-commands.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { UNSEEN } from '../conduct/showing.ts'

/** "-": it is read, because what people write may be too long to be typed. */
export async function saidAskCommand(said: string, console: Console): Promise<number> {
  const json = said === '-' ? readFileSync(process.stdin.fd, 'utf8') : said
  return askOrGoOnCommand(parsed(json), UNSEEN, console)
}

function parsed(json: string) {
  try {
    return askSchema.parse(JSON.parse(json))
  } catch (error) {
    throw new Complaint(`this is no ask: ${error instanceof Error ? error.message : String(error)}`)
  }
}
