/** The link that `conductor serve --json` prints, for programs that run outside of a test. */
import type { ChildProcess } from 'node:child_process'

export const servedLink = (serving: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let printed = ''
    serving.stdout!.on('data', (piece: Buffer) => {
      printed += piece.toString()
      const link = /"link": "([^"]+)"/.exec(printed)?.[1]
      if (link !== undefined) resolve(link)
    })
  })
