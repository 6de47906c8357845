/** The fields of a new task: what should be done first, the rest below it. */
import { useState } from 'react'
import { DependencyPicker, type NamedTask } from '../plan/edit/dependency-field.tsx'
import { PriorityField } from '../plan/edit/priority-field.tsx'
import { Choices } from '../../parts/choices.tsx'
import { SelectField, TextField, WordsField } from '../../parts/fields.tsx'
import type { TypedTask } from './typed-task.ts'

export interface TaskFieldsProps {
  readonly task: TypedTask
  readonly change: (change: Partial<TypedTask>) => void
  readonly agents: readonly string[]
  /** The agent of tasks that name none. */
  readonly usual: string | null
  readonly tasks: readonly NamedTask[]
}

export function TaskFields(props: TaskFieldsProps) {
  const { task, change, tasks } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Choices
        name="Done by"
        value={task.work}
        choices={[
          ['prompt', 'An agent'],
          ['run', 'A command'],
        ]}
        onChange={(work) => change({ work })}
      />
      <WordsField
        label={task.work === 'prompt' ? 'What should be done' : 'Command'}
        placeholder={task.work === 'prompt' ? 'Words or Markdown' : 'npm run docs'}
        rows={task.work === 'prompt' ? 6 : 2}
        required
        data-first
        value={task.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className="new-task-fields">
        <TextField
          label="Name"
          placeholder="from the first line"
          value={task.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label="Id"
          placeholder="from the name"
          value={task.id}
          onChange={(event) => change({ id: event.target.value })}
        />
        {task.work === 'prompt' && <AgentFields {...props} />}
      </div>
      <details
        className="new-task-more"
        open={isOpen || hasMore(task)}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>Dependencies, files, check, budget, approval</summary>
        <DependencyPicker
          tasks={tasks}
          chosen={task.dependencies}
          own={null}
          why={null}
          onChange={(dependencies) => change({ dependencies })}
        />
        <MoreFields {...props} />
      </details>
    </>
  )
}

/** What a template or a selection has filled in is in sight. */
const hasMore = ({ dependencies, files, check, budget, needsApproval }: TypedTask): boolean =>
  dependencies.length > 0 || needsApproval || [files, check, budget].some((text) => text !== '')

function AgentFields({ task, change, agents, usual }: TaskFieldsProps) {
  return (
    <>
      <SelectField
        label="Agent"
        value={task.agent}
        onChange={(event) => change({ agent: event.target.value })}
      >
        <option value="">{usual === null ? 'as set, or found' : `as set: ${usual}`}</option>
        {agents.map((agent) => (
          <option key={agent}>{agent}</option>
        ))}
      </SelectField>
      <TextField
        label="Model"
        placeholder="the agent’s own"
        value={task.model}
        onChange={(event) => change({ model: event.target.value })}
      />
    </>
  )
}

function MoreFields({ task, change }: TaskFieldsProps) {
  return (
    <div className="new-task-fields">
      <WordsField
        label="Files it will change, one a line"
        rows={2}
        value={task.files}
        onChange={(event) => change({ files: event.target.value })}
      />
      <WordsField
        label="Check before it lands"
        rows={2}
        placeholder="as set"
        value={task.check}
        onChange={(event) => change({ check: event.target.value })}
      />
      <PriorityField value={task.priority} onChange={(priority) => change({ priority })} />
      <TextField
        label="Estimate"
        placeholder="45m"
        value={task.estimate}
        onChange={(event) => change({ estimate: event.target.value })}
      />
      <TextField
        label="Budget in USD"
        inputMode="decimal"
        placeholder="none"
        value={task.budget}
        onChange={(event) => change({ budget: event.target.value })}
      />
      <label className="new-task-check">
        <input
          type="checkbox"
          checked={task.needsApproval}
          onChange={(event) => change({ needsApproval: event.target.checked })}
        />
        Needs your approval before it starts
      </label>
    </div>
  )
}
