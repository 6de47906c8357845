/** The fields of a task that can be changed. A change is tried when the user leaves the field. */
import { useId, useState } from 'react'
import type { Task, TaskChange } from '../../../../../src/core/plan/plan.ts'
import { DependencyField } from './dependency-field.tsx'
import { PriorityField } from './priority-field.tsx'
import { proposeChange } from './propose-change.ts'
import { changeTyped, textOf, type TypedField } from './task-form.ts'
import type { ShownPlan } from '../use-plan.ts'

export function TaskEditor({ plan, task }: { readonly plan: ShownPlan; readonly task: Task }) {
  const propose = (change: TaskChange): string | null => proposeChange(plan.run, task.id, change)
  const hasWorktrees = plan.run.settings.isolation === 'worktree'
  return (
    <form className="task-editor" onSubmit={(event) => event.preventDefault()}>
      <PriorityField value={task.priority} onChange={(priority) => propose({ priority })} />
      <TypedTextField label="Estimate" field="estimate" {...{ task, propose }} />
      <DependencyField {...{ plan, task, propose }} />
      <TypedTextField
        label="Files it will change, one a line"
        field="files"
        {...{ task, propose }}
      />
      {hasWorktrees && (
        <TypedTextField
          label="Lane: what it shares a worktree with"
          field="lane"
          {...{ task, propose }}
        />
      )}
      <TypedTextField label="Name" field="name" {...{ task, propose }} />
    </form>
  )
}

interface FieldProps {
  readonly task: Task
  /** Returns why the change is refused; null: it is accepted. */
  readonly propose: (change: TaskChange) => string | null
}

interface TypedTextFieldProps extends FieldProps {
  readonly label: string
  readonly field: TypedField
}

function TypedTextField({ label, field, task, propose }: TypedTextFieldProps) {
  const id = useId()
  const current = textOf(task, field)
  const [typed, setTyped] = useState<string | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const leave = (): void => {
    if (typed === null) return
    const parsed = changeTyped(task, field, typed)
    const refused = parsed.ok ? propose(parsed.change) : parsed.why
    setWhy(refused)
    if (refused === null) setTyped(null)
  }
  const shared = {
    id,
    value: typed ?? current,
    'aria-invalid': why !== null,
    'aria-describedby': why === null ? undefined : `${id}-why`,
    onBlur: leave,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped(event.target.value),
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {field === 'files' ? (
        <textarea rows={3} {...shared} />
      ) : (
        <input {...shared} onKeyDown={(event) => event.key === 'Enter' && leave()} />
      )}
      {why !== null && (
        <p className="field-why" id={`${id}-why`} role="alert">
          {why}
        </p>
      )}
    </div>
  )
}
