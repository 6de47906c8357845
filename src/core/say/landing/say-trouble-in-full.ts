/** Everything that a person needs to know about a delivery that is not in the target. The board's first load leaves this out. */
import { nameInLine } from '../../text/name-in-line.ts'
import type { Trouble } from '../../landing/delivery.ts'
import { tellingLines } from '../../text/telling-lines.ts'

/** What a person has to see to decide about it. */
export function sayTroubleInFull(trouble: Trouble): readonly string[] {
  switch (trouble.is) {
    case 'conflict':
      return (
        trouble.marks?.map(nameInLine) ??
        trouble.files.map(({ path, kind }) => `${nameInLine(path)} (${kind})`)
      )
    case 'red-check':
      return [
        ...tellingLines(trouble.lastLines, MOST_LINES),
        `Full output of the check: ${trouble.log}`,
      ]
    case 'unasked':
      return trouble.areas.map(({ area, files }) => `${area}: ${files.join(', ')}`)
    case 'broken':
      return trouble.marks ?? []
    case 'approval':
    case 'left-target':
      return []
  }
}

const MOST_LINES = 5
