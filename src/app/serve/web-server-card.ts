/** The card of a web server: its process and its link, in a file that only the user can read. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { ProcessIdentity } from '../../core/run/event.ts'
import { ifItCanBe } from '../../core/run/hindrance.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { identityOf, isAlive } from '../../processes/process-table.ts'

export interface WebCard {
  readonly process: ProcessIdentity
  /** Contains the token: only for the user. */
  readonly link: string
}

/** null: no server runs. The file of a server that has died does not count. */
export function findWeb(home: string): WebCard | null {
  const card = readCard(home)
  return card !== null && isAlive(card.process) ? card : null
}

/** Disposing removes the card, unless another server has written its own since. */
export function putUpCard(home: string, link: string): Disposable {
  const own: WebCard = { process: identityOf(process.pid)!, link }
  writeFileSync(`${cardIn(home)}.new`, JSON.stringify(own), { mode: 0o600 })
  renameSync(`${cardIn(home)}.new`, cardIn(home))
  return {
    [Symbol.dispose]() {
      if (readCard(home)?.link === link) ifItCanBe(() => rmSync(cardIn(home), { force: true }))
    },
  }
}

function readCard(home: string): WebCard | null {
  if (!existsSync(cardIn(home))) return null
  try {
    return JSON.parse(readFileSync(cardIn(home), 'utf8')) as WebCard
  } catch {
    // The file was cut off while it was written, so it counts as missing.
    return null
  }
}

const cardIn = (home: string): string => inHome(home, 'web')
