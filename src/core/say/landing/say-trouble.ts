/** Why a delivery is not in the target, in words. */
import type { Trouble, Unasked } from '../../landing/delivery.ts'
import { firstFew } from '../say-wait.ts'

export function sayTrouble(trouble: Trouble): string {
  switch (trouble.is) {
    case 'conflict':
      return trouble.marks === undefined
        ? `conflicts in ${firstFew(trouble.files.map(({ path }) => path))}`
        : sayMarks(trouble.marks)
    case 'red-check':
      return trouble.before
        ? `the check fails on the target without it, too (exit code ${trouble.code}: ${trouble.check})`
        : `the check fails on the merged result (exit code ${trouble.code}: ${trouble.check})`
    case 'approval':
      return 'waits for your approval to land; not checked yet'
    case 'unasked':
      return `should have asked about ${trouble.areas.map(sayArea).join(', ')} first`
    case 'left-target':
      return 'had landed, but someone removed it from the target'
    case 'broken':
      return trouble.reason
  }
}

export const sayMarks = (files: readonly string[]): string =>
  `there are still conflict markers in ${firstFew(files)}`

const sayArea = ({ area, files }: Unasked): string =>
  files.length > 0 ? `${area} (${firstFew(files)})` : area
