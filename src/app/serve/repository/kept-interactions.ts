/** Counts how often users have done something in the web app of this repository, over all servers. */
import { renameSync, writeFileSync } from 'node:fs'
import { inHome } from '../../../core/value/home-paths.ts'
import type { Interactions } from '../../../server/served/served-repository.ts'
import { textInFile } from '../../place/text-in-file.ts'

export function keptInteractions(home: string): Interactions {
  const file = inHome(home, 'interactions')
  return {
    all: () => read(file),
    count(view) {
      const before = read(file)
      const text = JSON.stringify({ ...before, [view]: (before[view] ?? 0) + 1 })
      writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

/** A file that does not exist or is damaged counts as empty. */
function read(file: string): Readonly<Record<string, number>> {
  try {
    const counts = JSON.parse(textInFile(file) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(counts).filter((entry): entry is [string, number] =>
        Number.isSafeInteger(entry[1]),
      ),
    )
  } catch {
    return {}
  }
}
