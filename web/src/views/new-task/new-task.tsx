/** The dialog for a new task: what should be done, by whom, where it goes, and what will be written. */
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import type { TaskAbout } from '../../act/new-work.ts'
import { tellPlanWritten } from '../../act/use-plan-file.ts'
import {
  addTask,
  readTaskOptions,
  type AddedTask,
  type TaskOptions,
} from '../../data/api/new-task.ts'
import { useLiveShown } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { say } from '../../parts/toasts.tsx'
import type { NamedTask } from '../plan/edit/dependency-field.tsx'
import { TaskFields } from './task-fields.tsx'
import { TaskPreview } from './task-preview.tsx'
import { SaveTemplate, TemplateField } from './template-tools.tsx'
import { keepTask, keptTask, NOTHING_TYPED, taskFileForm, type TypedTask } from './typed-task.ts'
import { problemsIn, usePreview, type Preview } from './use-preview.ts'
import { WhereField } from './where-field.tsx'
import './new-task.css'

interface NewTaskProps {
  readonly about: TaskAbout | null
  readonly onClose: () => void
}

export default function NewTask({ about, onClose }: NewTaskProps) {
  const [options, setOptions] = useState<TaskOptions | null>(null)
  const [why, setWhy] = useState<readonly string[]>([])
  useEffect(() => {
    readTaskOptions().then(setOptions, (error: unknown) => setWhy(problemsIn(error)))
  }, [])
  return (
    <Dialog title="New task" onClose={onClose} wide>
      {options === null ? (
        <p className="quiet" role={why.length === 0 ? undefined : 'alert'}>
          {why.length === 0 ? 'Loading …' : why.join(' ')}
        </p>
      ) : (
        <TaskForm {...{ about, options, onClose }} />
      )}
    </Dialog>
  )
}

function TaskForm({ about, options, onClose }: NewTaskProps & { readonly options: TaskOptions }) {
  const [task, setTask] = useState(() => keptTask(about))
  const [place, setPlace] = useState(options.places[0]!)
  const [templates, setTemplates] = useState(options.templates)
  const wished = { task: taskFileForm(task), to: place.to }
  const preview = usePreview(task.text.trim() === '' ? null : wished)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const showAdded = useShowAdded()
  const form = useRef<HTMLFormElement>(null)
  // The dialog was open before the form was there.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  const change = (next: Partial<TypedTask>): void => {
    const changed = { ...task, ...next }
    setRefused([])
    setTask(changed)
    if (about === null) keepTask(changed)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || preview.is !== 'ready') return
    setBusy(true)
    try {
      const added = await addTask(wished, preview.preview.base)
      if (about === null) keepTask(NOTHING_TYPED)
      onClose()
      showAdded(added)
    } catch (error) {
      setRefused(problemsIn(error))
      setBusy(false)
    }
  }
  const shown: Preview = refused.length > 0 ? { is: 'refused', problems: refused } : preview
  return (
    <form
      ref={form}
      className="new-task"
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKeys}
    >
      <TemplateField templates={templates} onUse={change} />
      <TaskFields
        {...{ task, change }}
        agents={options.agents}
        usual={options.agent}
        tasks={place.tasks as readonly NamedTask[]}
      />
      <WhereField places={options.places} place={place} onChange={setPlace} />
      <TaskPreview preview={shown} />
      <div className="choices">
        <SaveTemplate task={wished.task} onSaved={(saved) => setTemplates([...templates, saved])} />
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" kind="primary" disabled={isBusy || shown.is !== 'ready'}>
          {place.to === 'file' ? `Write to ${place.file}` : `Add to run ${place.run}`}{' '}
          <kbd aria-hidden="true">Ctrl Enter</kbd>
        </Button>
      </div>
    </form>
  )
}

function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit()
}

/** Where there is a run, the plan of the file is shown beside it. */
function useShowAdded(): (added: AddedTask) => void {
  const [, navigate] = useLocation()
  const live = useLiveShown()
  return ({ to, id, run, file, is_conducted: isConducted }) => {
    if (to === 'file') {
      say(`Added ${id} to ${file}.`)
      tellPlanWritten()
      if (live !== null) navigate(`/plan?of=${encodeURIComponent(file ?? 'file')}`)
    } else
      say(`Added ${id} to run ${run}.`, {
        hint: isConducted ? null : 'It waits there until the run is resumed.',
      })
  }
}
