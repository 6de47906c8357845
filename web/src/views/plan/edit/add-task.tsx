/** The dialog that adds a task to the live run. */
import { useState, type FormEvent } from 'react'
import { isTaskId, type TaskId } from '../../../../../src/core/value/ids.ts'
import { Choices } from '../../../parts/choices.tsx'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField, WordsField } from '../../../parts/fields.tsx'
import { say } from '../../../parts/toasts.tsx'
import { DependencyPicker } from './dependency-field.tsx'
import { PriorityField } from './priority-field.tsx'
import { sendTask, type NewTask } from './send-task.ts'
import type { ShownPlan } from '../use-plan.ts'
import './add-task.css'

const EMPTY: NewTask = {
  id: '',
  name: '',
  work: 'prompt',
  text: '',
  dependencies: [],
  priority: 3,
  estimate: '',
  files: '',
}

export function AddTask({
  plan,
  onClose,
}: {
  readonly plan: ShownPlan
  readonly onClose: () => void
}) {
  const [task, setTask] = useState(EMPTY)
  const [why, setWhy] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const set = (change: Partial<NewTask>): void => setTask((before) => ({ ...before, ...change }))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const refused = isTaskId(task.id)
      ? await sendTask(plan.run.id, task)
      : 'An id has letters, digits, "-" and "_", at most 50.'
    setBusy(false)
    setWhy(refused)
    if (refused !== null) return
    say(`Added ${task.id}.`)
    onClose()
  }
  return (
    <Dialog title="Add a task" onClose={onClose} wide>
      <form className="add-task" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Id"
          value={task.id}
          required
          onChange={(e) => set({ id: e.target.value })}
        />
        <TextField label="Name" value={task.name} onChange={(e) => set({ name: e.target.value })} />
        <WorkField task={task} set={set} />
        <DependencyPicker
          plan={plan.run.plan}
          chosen={task.dependencies}
          own={null}
          why={null}
          onChange={(dependencies: readonly TaskId[]) => set({ dependencies })}
        />
        <PriorityField value={task.priority} onChange={(priority) => set({ priority })} />
        <TextField
          label="Estimate"
          placeholder="45m"
          value={task.estimate}
          onChange={(e) => set({ estimate: e.target.value })}
        />
        <WordsField
          label="Files it will change, one a line"
          rows={2}
          value={task.files}
          onChange={(e) => set({ files: e.target.value })}
        />
        {why !== null && (
          <p className="field-why" role="alert">
            {why}
          </p>
        )}
        <div className="choices">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isBusy}>
            Add it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface PartProps {
  readonly task: NewTask
  readonly set: (change: Partial<NewTask>) => void
}

function WorkField({ task, set }: PartProps) {
  return (
    <div className="add-task-work">
      <Choices
        name="Done by"
        value={task.work}
        choices={[
          ['prompt', 'An agent'],
          ['run', 'A command'],
        ]}
        onChange={(work) => set({ work })}
      />
      <WordsField
        label={task.work === 'prompt' ? 'What should be done' : 'Command'}
        required
        value={task.text}
        onChange={(e) => set({ text: e.target.value })}
      />
    </div>
  )
}
