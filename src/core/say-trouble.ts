/** Why a delivery is not in the target, in words, and what a person can do about it. */
import type { Trouble, Unasked } from './delivery.ts'
import type { TaskId } from './ids.ts'
import { firstFew } from './say-wait.ts'

export function sayTrouble(trouble: Trouble): string {
  switch (trouble.is) {
    case 'conflict':
      return `conflicts in ${firstFew(trouble.files.map(({ path }) => path))}`
    case 'red-check':
      return trouble.before
        ? `the check fails on the target without it, too (exit code ${trouble.code}: ${trouble.check})`
        : `the check fails on the merged result (exit code ${trouble.code}: ${trouble.check})`
    case 'approval':
      return 'waits for your approval'
    case 'unasked':
      return `should have asked about ${trouble.areas.map(sayArea).join(', ')} first`
    case 'left-target':
      return 'had landed, but somebody took it out of the target'
    case 'broken':
      return trouble.reason
  }
}

const sayArea = ({ area, files }: Unasked): string =>
  files.length > 0 ? `${area} (${firstFew(files)})` : area

/** What one has to see to decide about it. */
export function sayTroubleInFull(trouble: Trouble): readonly string[] {
  switch (trouble.is) {
    case 'conflict':
      return trouble.files.map(({ path, kind }) => `${path} (${kind})`)
    case 'red-check':
      return [...trouble.lastLines.slice(-5), `All that the check printed: ${trouble.log}`]
    case 'unasked':
      return trouble.areas.map(({ area, files }) => `${area}: ${files.join(', ')}`)
    case 'approval':
    case 'left-target':
    case 'broken':
      return []
  }
}

/** A command to type, and what it does. */
export interface Way {
  readonly command: string
  readonly does: string
}

export function waysOut(task: TaskId, trouble: Trouble): readonly Way[] {
  const look = { command: `conductor diff ${task}`, does: 'what it did' }
  const back = { command: `conductor reject ${task} "why"`, does: 'send it back' }
  const land = (does: string): Way => ({ command: `conductor approve ${task}`, does })
  switch (trouble.is) {
    case 'conflict':
      return [
        { command: `conductor explain ${task}`, does: 'the three versions of each file' },
        look,
        land(
          `once you have resolved it in its worktree (conductor worktrees; git merge ${trouble.with.slice(0, 9)})`,
        ),
        back,
      ]
    case 'red-check':
      return [look, land('once you have fixed it in its worktree (conductor worktrees)'), back]
    case 'approval':
    case 'unasked':
      return [look, land('let it land'), back]
    case 'left-target':
    case 'broken':
      return [
        land('once you have put it right'),
        { command: `conductor cancel ${task}`, does: 'leave it' },
      ]
  }
}

/** One line each, what they do below one another. */
export function sayWays(ways: readonly Way[]): readonly string[] {
  const width = Math.max(...ways.map(({ command }) => command.length))
  return ways.map(({ command, does }) => `${command.padEnd(width)}    ${does}`)
}
