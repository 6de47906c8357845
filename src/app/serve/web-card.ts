/** Who serves a repository now, and under which link: a note in its folder that only its owner can read. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { ProcessIdentity } from '../../core/run/event.ts'
import { ifItCanBe } from '../../core/run/hindrance.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { identityOf, isAlive } from '../../processes/process-table.ts'

export interface WebCard {
  readonly process: ProcessIdentity
  /** With the token in it: for the user's eyes only. */
  readonly link: string
}

/** null: nobody serves it, whatever an earlier server left lying about. */
export function findWeb(home: string): WebCard | null {
  const card = readCard(home)
  return card !== null && isAlive(card.process) ? card : null
}

/** Gone again when it is disposed of, unless somebody else has put up another since. */
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
    // Cut off while it was written: as good as none.
    return null
  }
}

const cardIn = (home: string): string => inHome(home, 'web')
