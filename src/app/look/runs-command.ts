/** conductor runs: lists every run here, and what needs a person in those that are not over. */
import { isUrgent, type Attention } from '../../core/report/attention.ts'
import { attentionFor, type Conducted } from '../../core/report/attention-document.ts'
import { linesAbout } from '../../core/text/command-line.ts'
import { sayNotPlanned } from '../../core/say/plan/say-planning.ts'
import { formatDuration } from '../../core/value/duration.ts'
import type { Run } from '../../core/run/run.ts'
import { KIND_WORDS } from '../../core/say/say-attention.ts'
import { sayResult } from '../../core/say/say-take.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { NOT_MEASURED, reportOn, type Summary } from '../../core/report/summary.ts'
import { runWord } from '../../report-text/say-summary.ts'
import { findCoordinator, findFrozen } from '../../store/coordinator-lock.ts'
import type { Console } from '../console/console.ts'
import { openStoreToRead, readRun } from './read-runs.ts'
import { noticeAllTaken } from '../take/notice-taken.ts'
import { findWorkspace } from '../place/workspace.ts'

export async function runsCommand(console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  await noticeAllTaken(workspace)
  const store = openStoreToRead(workspace)
  try {
    const runs = store.runs()
    const conducted = findCoordinator(workspace.home)?.run
    const rows = runs.map((id) => ({
      lines: linesAbout(id, runs),
      ...rowOf(readRun(store, id), {
        isConducted: conducted === id,
        frozen: findFrozen(workspace.home, id),
      }),
    }))
    console.answer(rows.map(sayRow).join('\n'), rows.map(documentOf))
    return 0
  } finally {
    store.close()
  }
}

interface Row {
  readonly summary: Summary
  readonly isCancelled: boolean
  /** How its result stands; null: it has none, or is not over. */
  readonly result: string | null
  /** Needs that hold work up; a run that is over has none. */
  readonly needs: readonly Attention[]
}

function rowOf(run: Run, conducted: Conducted): Row {
  const items = run.ended === null ? attentionFor(run, { now: Date.now(), ...conducted }) : []
  return {
    summary: reportOn(run, NOT_MEASURED, conducted),
    isCancelled: run.cancelled,
    result: run.ended === null ? null : sayResult(run, Date.now()),
    needs: items.filter(isUrgent),
  }
}

function sayRow({
  summary,
  isCancelled,
  result,
  needs,
  lines,
}: Row & { readonly lines: (text: string) => string }): string {
  const { run, tasks, wall_s, planning } = summary
  const done =
    sayNotPlanned(planning) ?? `${tasks.landed}/${tasks.total} landed  ${formatDuration(wall_s)}`
  const row = `run ${run}  ${runWord(summary).padEnd(13)}  ${done}`
  const steps = [
    ...(result === null ? [] : [result]),
    ...(summary.status === 'stopped' && !summary.waits_for_you
      ? [`${isCancelled ? 'finish cancelling it' : 'continue'} with ${lines('conductor resume')}`]
      : []),
    ...(needs.length === 0
      ? []
      : [`needs you: ${firstFew(needs.map(sayNeed))}; see ${lines('conductor attention')}`]),
  ]
  return [row, ...steps].join('  ')
}

const sayNeed = ({ task, kind }: Attention): string =>
  `${task ?? 'the run'} (${KIND_WORDS[kind].toLowerCase()})`

const documentOf = ({ summary: { results: _results, ...summary }, needs }: Row) => ({
  ...summary,
  needs_you: needs.map(({ task, kind }) => ({ task, kind })),
})
