/** Keeps what the tasks of a run really changed, so that foresight learns from it before it is part of the history. */
import { ifItCanBe } from '../../core/run/hindrance.ts'
import { deliveryOf, ofEachTask, type Run } from '../../core/run/run.ts'
import { inForesight } from '../../core/value/home-paths.ts'
import { addOutcome, readOutcomes, type KeptOutcome } from '../../foresight/outcomes.ts'
import type { Workspace } from '../place/workspace.ts'
import { toForesee } from './tasks-of-plan.ts'

/** A run that is summed up again adds only what is new. */
export function keepOutcomes(run: Run, { home }: Workspace): void {
  const file = inForesight(home, 'outcomes')
  const kept = new Set(readOutcomes(file).flatMap(({ commits }) => commits))
  ifItCanBe(() => {
    for (const outcome of outcomesOf(run))
      if (!outcome.commits.some((commit) => kept.has(commit))) addOutcome(file, outcome)
  })
}

const outcomesOf = (run: Run): readonly KeptOutcome[] =>
  ofEachTask(run, (task, state): readonly KeptOutcome[] => {
    const delivery = deliveryOf(run, task.id)
    if (state.is !== 'landed' || delivery === null || task.work.is !== 'prompt') return []
    const { subject, body } = toForesee(task)
    const commits = [delivery.commit, ...(state.commit === null ? [] : [state.commit])]
    return [{ subject, body, files: delivery.files.map(({ path }) => path), commits }]
  })
