/** The link that `conductor serve --json` prints, for what runs outside of a test. */
import type { ChildProcess } from 'node:child_process'

export const servedLink = (serving: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let said = ''
    serving.stdout!.on('data', (piece: Buffer) => {
      said += piece.toString()
      const link = /"link": "([^"]+)"/.exec(said)?.[1]
      if (link !== undefined) resolve(link)
    })
  })
