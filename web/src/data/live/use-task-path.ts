/** The path of the page of a task: in the live run, or in the past run that is shown. */
import type { ShownRun } from './shown-run.tsx'
import { useShownRun } from './shown-run.tsx'

const taskPath = ({ run, mode }: Pick<ShownRun, 'run' | 'mode'>, task: string): string =>
  mode === 'past' ? `/runs/${run.id}/tasks/${task}` : `/tasks/${task}`

export function useTaskPath(): (task: string) => string {
  const shown = useShownRun()
  return (task) => taskPath(shown, task)
}
