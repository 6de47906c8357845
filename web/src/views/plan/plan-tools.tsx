/** The bar above the plan: graph or list, zoom, and the buttons for a new plan and a new task. */
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { useProjects } from '../../data/live/use-projects.ts'
import type { ShownRun } from '../../data/live/shown-run.tsx'
import { Choices } from '../../parts/choices.tsx'
import { Button } from '../../parts/button.tsx'
import { openNewTask } from '../../act/new-work.ts'
import { NewPlanButton } from './make/new-plan-button.tsx'
import { TASK_FILE, type PlanAddress } from './plan-address.ts'
import { fileOfRun } from './file-of-run.ts'
import { ZOOM_STEP, type CameraControl } from './graph/use-camera.ts'
import type { ShownPlan } from './use-plan.ts'

export function PlanTools({
  address: { as, change },
  plan: { plan, batches, shown },
  control,
}: {
  readonly address: PlanAddress
  readonly plan: ShownPlan
  readonly control?: CameraControl
}) {
  const files = useFilesToShow(shown)
  return (
    <div className="plan-tools" role="toolbar" aria-label="Plan">
      <Choices
        name="Show as"
        value={as}
        choices={[
          ['graph', 'Graph'],
          ['list', 'List'],
        ]}
        onChange={(as) => change({ as })}
      />
      <span className="quiet">
        {`${sayCount(plan.tasks.length, 'task')} in ${sayCount(batches.length, 'batch', 'batches')}`}
      </span>
      <span className="spring" />
      {files.map((file) => (
        <Button
          key={file}
          onClick={() => change({ of: file, task: null })}
        >{`Show ${file}`}</Button>
      ))}
      {shown.mode !== 'past' && <NewPlanButton />}
      {shown.mode !== 'past' && (
        <Button aria-keyshortcuts="c" onClick={() => openNewTask()}>
          Add a task
        </Button>
      )}
      {control !== undefined && (
        <span className="plan-zoom">
          <Button
            aria-label="Zoom out"
            aria-keyshortcuts="-"
            onClick={() => control.zoomBy(1 / ZOOM_STEP)}
          >
            −
          </Button>
          <Button
            aria-label="Zoom in"
            aria-keyshortcuts="+"
            onClick={() => control.zoomBy(ZOOM_STEP)}
          >
            +
          </Button>
          <Button aria-keyshortcuts="f" onClick={control.fit}>
            Fit
          </Button>
        </span>
      )}
    </div>
  )
}

/** The file of the run; when the run is over, also the file that would be started next. */
function useFilesToShow({ run, mode, conducted }: ShownRun): readonly string[] {
  const own = fileOfRun(run, useProjects()?.own?.folder ?? null)
  if (mode !== 'live') return []
  const files = [...(own === null ? [] : [own]), ...(conducted ? [] : [TASK_FILE])]
  return [...new Set(files)]
}
