/** The field for the dependencies of a task: each can be removed, and others found by a few letters. */
import { useId, useState, type KeyboardEvent } from 'react'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import type { Task, TaskChange } from '../../../../../src/core/plan/plan.ts'
import { matches } from '../../../parts/matches.ts'
import type { ShownPlan } from '../use-plan.ts'
import './dependency-field.css'

export function DependencyField({
  plan,
  task: { id, dependencies },
  propose,
}: {
  readonly plan: ShownPlan
  readonly task: Task
  readonly propose: (change: TaskChange) => string | null
}) {
  const [why, setWhy] = useState<string | null>(null)
  const set = (dependencies: readonly TaskId[]): void => setWhy(propose({ dependencies }))
  return (
    <DependencyPicker
      tasks={plan.plan.tasks}
      chosen={dependencies}
      own={id}
      why={why}
      onChange={set}
    />
  )
}

export type NamedTask = Pick<Task, 'id' | 'name'>

export interface DependencyPickerProps {
  readonly tasks: readonly NamedTask[]
  readonly chosen: readonly TaskId[]
  /** The task itself, which is not offered; null: it does not exist yet. */
  readonly own: TaskId | null
  /** Why the last choice was refused. */
  readonly why: string | null
  readonly onChange: (chosen: readonly TaskId[]) => void
}

export function DependencyPicker({ tasks, chosen, own, why, onChange }: DependencyPickerProps) {
  return (
    <div className="field dependency-field" role="group" aria-label="Depends on">
      <span className="field-name" aria-hidden="true">
        Depends on
      </span>
      {chosen.length === 0 && <p className="quiet">nothing: it may start at once</p>}
      <ul>
        {chosen.map((task) => (
          <li key={task}>
            <code className="cut">{task}</code>
            <button
              type="button"
              aria-label={`Remove the dependency on ${task}`}
              onClick={() => onChange(chosen.filter((other) => other !== task))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <TaskSearch
        search={(typed) =>
          findTasks(tasks, typed, new Set([...chosen, ...(own === null ? [] : [own])]))
        }
        onPick={(task) => onChange([...chosen, task])}
      />
      {why !== null && (
        <p className="field-why" role="alert">
          {why}
        </p>
      )}
    </div>
  )
}

const MOST_FOUND = 8

function findTasks(
  tasks: readonly NamedTask[],
  typed: string,
  without: ReadonlySet<TaskId>,
): readonly NamedTask[] {
  const matching: NamedTask[] = []
  for (const task of tasks) {
    if (without.has(task.id) || !matches(typed, `${task.id} ${task.name}`)) continue
    matching.push(task)
    if (matching.length === MOST_FOUND) break
  }
  return matching
}

interface TaskSearchProps {
  readonly search: (typed: string) => readonly NamedTask[]
  readonly onPick: (task: TaskId) => void
}

function TaskSearch({ search, onPick }: TaskSearchProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const tasks = typed.trim() === '' ? [] : search(typed.trim())
  const current = Math.min(at, tasks.length - 1)
  const pick = (task: NamedTask): void => {
    onPick(task.id)
    setTyped('')
    setAt(0)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(current + 1, tasks.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0))
    else if (event.key === 'Escape' && typed !== '') setTyped('')
    else if (event.key === 'Enter' && tasks[current] !== undefined) pick(tasks[current])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="task-search">
      <input
        role="combobox"
        aria-label="Add a dependency"
        aria-expanded={tasks.length > 0}
        aria-controls={id}
        aria-activedescendant={tasks.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        placeholder="Add: name of a task"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <ul id={id} role="listbox" aria-label="Tasks" hidden={tasks.length === 0}>
        {tasks.map((task, i) => (
          <li
            key={task.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === current}
            onPointerDown={(event) => {
              event.preventDefault()
              pick(task)
            }}
          >
            <code>{task.id}</code>
            {task.name !== task.id && <span className="quiet cut">{task.name}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
