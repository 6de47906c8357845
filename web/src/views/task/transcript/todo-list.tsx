/** The agent's to-do list at this moment. */
import type { Todo } from '../../../../../src/core/transcript/entry.ts'

const MARKS = { pending: '○', working: '◐', done: '●' } as const
const WORDS = { pending: 'to do', working: 'in progress', done: 'done' } as const

export function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  const doneCount = todos.filter(({ status }) => status === 'done').length
  return (
    <section className="todos" aria-label="To-do list of the agent">
      <h3>
        To-do list <span className="quiet">{`${doneCount} of ${todos.length} done`}</span>
      </h3>
      <ul>
        {todos.map(({ text, status }, i) => (
          <li key={i} data-status={status}>
            <span aria-hidden="true">{MARKS[status]}</span>{' '}
            <span className="unseen">{WORDS[status]}: </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
