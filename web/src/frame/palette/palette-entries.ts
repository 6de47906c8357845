/** The entries that the palette offers for the text that the user typed. */
import { stateAt, taskOf } from '../../../../src/core/run/run.ts'
import type { TaskStatus } from '../../../../src/core/run/task-state.ts'
import { actionsFor } from '../../../../src/core/ask/task-actions.ts'
import type { ProjectDocument } from '../../../../src/core/projects/project-document.ts'
import { sayNeedCount } from '../../../../src/core/report/waits-for-you.ts'
import { doAction } from '../../act/do-ask.ts'
import { goTo } from '../../act/projects.ts'
import type { Shortcut } from '../../parts/keys/shortcuts.ts'
import type { ShownRun } from '../../data/live/shown-run.tsx'
import { matches } from '../../parts/matches.ts'

export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly aside: string
  readonly status: TaskStatus | null
  run(): void
}

export interface PaletteSources {
  readonly shown: ShownRun | null
  readonly shortcuts: readonly Shortcut[]
  /** Other projects than that of this page. */
  readonly projects: readonly ProjectDocument[]
  navigate(path: string): void
}

/** Without text: commands, then tasks. With text: tasks, their actions if only few match, then commands. */
export function entriesFor(typed: string, sources: PaletteSources): readonly PaletteEntry[] {
  const commands = [...sources.shortcuts.map(commandEntry), suggestEntry(sources)].filter(
    ({ label }) => matches(typed, label),
  )
  const tasks = taskEntries(typed, sources)
  const projects = projectEntries(typed, sources)
  const few = typed.trim() !== '' && tasks.length <= 3
  return typed.trim() === ''
    ? [...commands, ...projects, ...tasks]
    : [
        ...tasks,
        ...(few ? tasks.flatMap(({ id }) => actionEntries(id, sources)) : []),
        ...projects,
        ...commands,
      ]
}

const projectEntries = (typed: string, { projects }: PaletteSources): readonly PaletteEntry[] =>
  projects
    .map((project) => ({
      id: `project ${project.id}`,
      label: `Switch to ${project.id}`,
      aside: project.needs_you > 0 ? sayNeedCount(project.needs_you) : project.folder,
      status: null,
      run: () => goTo(project),
    }))
    .filter(({ label, aside }) => matches(typed, `${label} ${aside}`))

const commandEntry = ({ keys, label, run }: Shortcut): PaletteEntry => ({
  id: `key ${keys}`,
  label,
  aside: keys === ' ' ? 'Space' : keys,
  status: null,
  run: () => void run(null),
})

/** From every view: the orbs are shown, and orderings are asked for there. */
const suggestEntry = ({ navigate }: PaletteSources): PaletteEntry => ({
  id: 'suggest order',
  label: 'Suggest Order of workspaces',
  aside: 'Orbs',
  status: null,
  run: () => navigate('/orbs?suggest=now'),
})

function taskEntries(typed: string, { shown, navigate }: PaletteSources): readonly PaletteEntry[] {
  if (shown === null) return []
  const { run } = shown
  return run.plan.tasks.flatMap((task, i) =>
    matches(typed, `${task.id} ${task.name}`)
      ? [
          {
            id: task.id,
            label: task.name,
            aside: task.name === task.id ? '' : task.id,
            status: stateAt(run, i).is,
            run: () => navigate(`/tasks/${task.id}`),
          },
        ]
      : [],
  )
}

function actionEntries(id: string, { shown }: PaletteSources): readonly PaletteEntry[] {
  const { run, now } = shown!
  const task = taskOf(run, id as never).id
  return actionsFor(run, task, now()).map((action) => ({
    id: `${action.name} ${id}`,
    label: `${action.label}: ${id}`,
    aside: '',
    status: null,
    run: () => void doAction(run, task, action),
  }))
}
