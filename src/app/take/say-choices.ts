/** What `conductor take` prints: what has landed, what can be done with it, and what was done. */
import { nameInLine } from '../../core/text/name-in-line.ts'
import type { tryResult } from '../../conduct/take-result.ts'
import type { Run } from '../../core/run/run.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { short } from '../../core/say/say-take.ts'
import type { TakeDone } from '../../core/take/take-wish.ts'
import { shellWord } from '../../core/text/command-line.ts'
import type { ResultDocument, WayDocument } from '../../core/take/result-document.ts'

const MOST_TASKS = 20

export function sayWhatLanded(seen: ResultDocument): readonly string[] {
  const { run, target, tasks, unchanged, commits, headline, in_pull_requests } = seen
  const width = Math.max(0, ...tasks.map(({ task }) => task.length))
  const shown = tasks.slice(0, MOST_TASKS)
  const more = tasks.length - shown.length
  return [
    ...(in_pull_requests === null ? [] : [`Note: ${in_pull_requests}`, '']),
    `Run ${run}: ${headline}`,
    '',
    ...shown.map(({ task, name, commit, checked }) =>
      `  [+] ${task.padEnd(width)}  ${short(commit ?? '').padEnd(9)}  ${checked ? 'checked    ' : 'not checked'}  ${name === task ? '' : nameInLine(name)}`.trimEnd(),
    ),
    ...(more > 0 ? [`      and ${more} more`] : []),
    ...(unchanged.length > 0 ? [`  [+] without a change: ${firstFew(unchanged)}`] : []),
    '',
    `  ${sayCount(commits, 'commit')} on ${target}: ${sayFiles(seen)}`,
    `  checks: ${sayChecks(seen)}`,
    `  ${seen.says}`,
  ]
}

const sayFiles = (seen: ResultDocument): string =>
  `${sayCount(seen.files_created, 'file')} created, ${seen.files_changed} changed (+${seen.lines_added}, -${seen.lines_deleted})`

function sayChecks({ is_checked, checks }: ResultDocument): string {
  if (!is_checked) return 'NOTHING WAS CHECKED: no `check` is configured'
  const flakes = checks.flakes > 0 ? `, ${checks.flakes} passed only on the second try` : ''
  return `${checks.passed} passed, ${checks.failed} failed${flakes}`
}

const TYPED: Readonly<Record<WayDocument['way'], string>> = {
  merge: 'conductor take --merge',
  branch: 'conductor take --branch <name>',
  patches: 'conductor take --patches <folder>',
  push: 'conductor take --push',
}

export function sayChoices({ ways, undo, target, base }: ResultDocument): readonly string[] {
  const width = Math.max(...Object.values(TYPED).map(({ length }) => length))
  const line = (typed: string, says: string): string => `  ${typed.padEnd(width)}  ${says}`
  return [
    'What you can do:',
    ...ways.flatMap((way) =>
      way.possible
        ? [line(TYPED[way.way], way.says)]
        : [line(TYPED[way.way], `not now: ${way.why}`), line('', way.next_step!)],
    ),
    line(`git diff ${short(base ?? '')} ${shellWord(target ?? '')}`, 'see the whole diff'),
    ...(undo?.possible === true ? [line('conductor take --undo', undo.says)] : []),
  ]
}

/** The most likely way that is possible now. */
export const exampleOf = ({ ways }: ResultDocument): string =>
  TYPED[ways.find(({ possible }) => possible)?.way ?? 'branch']

/** What follows the sentence about a take. */
export function sayMore({ taking, isNew, isUndo, isKept, remarks }: TakeDone): readonly string[] {
  const remarked = remarks.map((remark) => `  ${remark}`)
  if (isUndo) return [...remarked, ...(isKept ? ['Take it again with: conductor take'] : [])]
  if (!isNew) return []
  const canUndo = taking.is === 'merge' || taking.is === 'branch'
  return [
    ...(taking.is === 'merge' ? [`${taking.branch} was at ${short(taking.from)} before.`] : []),
    ...(taking.is === 'patches'
      ? [`Apply them with: git am --keep-cr ${shellWord(taking.folder)}/*.patch`]
      : []),
    ...remarked,
    ...(canUndo ? ['Undo it with: conductor take --undo'] : []),
  ]
}

type Trial = Extract<Awaited<ReturnType<typeof tryResult>>, { ok: true }>

export function sayTried(run: Run, trial: Trial): string {
  if ('already' in trial) return `${trial.already.branch} has the result of run ${run.id} already.`
  const { branch, how } = trial.taking
  const merges =
    how === 'fast-forward'
      ? `Run ${run.id} can be taken into ${branch} by a fast-forward`
      : `Run ${run.id} merges cleanly into ${branch}`
  return `${merges}; ${trial.check === 'none' ? 'no check is configured' : 'the check passed'}. Nothing was changed.`
}
