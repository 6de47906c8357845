/** Why a delivery is not in the target, in words. */
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

/** What a person can do about it, as commands to type. */
export function waysOut(task: TaskId, trouble: Trouble): readonly string[] {
  const look = `conductor diff ${task}`
  const land = `conductor approve ${task}`
  const back = `conductor reject ${task} "why"`
  switch (trouble.is) {
    case 'conflict':
      return [
        `${look}    what it did; conductor explain ${task} shows the three versions`,
        `resolve it in its worktree (conductor worktrees; git merge ${trouble.with.slice(0, 9)}), then: ${land}`,
        `or send it back: ${back}`,
      ]
    case 'red-check':
      return [
        `${trouble.log}    what the check printed`,
        `fix it in its worktree (conductor worktrees), then: ${land}`,
        `or send it back: ${back}`,
      ]
    case 'approval':
    case 'unasked':
      return [look, land, back]
    case 'left-target':
    case 'broken':
      return [`put it right, then: ${land}`, `or leave it: conductor cancel ${task}`]
  }
}
