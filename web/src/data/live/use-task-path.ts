/** Where the page of a task is: of the run that goes on, or of the past one that is being looked at. */
import type { ShownRun } from './shown-run.tsx'
import { useShownRun } from './shown-run.tsx'

const taskPath = ({ run, mode }: Pick<ShownRun, 'run' | 'mode'>, task: string): string =>
  mode === 'past' ? `/runs/${run.id}/tasks/${task}` : `/tasks/${task}`

export function useTaskPath(): (task: string) => string {
  const shown = useShownRun()
  return (task) => taskPath(shown, task)
}
