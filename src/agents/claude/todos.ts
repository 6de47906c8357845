/** The to-do list of Claude Code, which it writes as a whole (TodoWrite) or item by item (TaskCreate, TaskUpdate). */
import type { Todo } from '../../core/transcript/entry.ts'

export interface ClaudeTodos {
  /** Called when a call has ended well. Returns the list if the call has changed it, else null. */
  take(name: string, input: unknown, result: string): readonly Todo[] | null
}

interface Item {
  readonly content?: unknown
  readonly subject?: unknown
  readonly status?: unknown
  readonly taskId?: unknown
}

const STATUS: Readonly<Record<string, Todo['status']>> = {
  pending: 'pending',
  in_progress: 'working',
  completed: 'done',
}

export function claudeTodos(): ClaudeTodos {
  const items = new Map<string, Todo>()
  return {
    take(name, input, result) {
      switch (name) {
        case 'TodoWrite':
          return listIn(input)
        case 'TaskCreate':
          return create(input ?? {}, result)
        case 'TaskUpdate':
          return update(input ?? {})
        default:
          return null
      }
    },
  }

  function create({ subject }: Item, result: string): readonly Todo[] | null {
    if (typeof subject !== 'string') return null
    const [, id = String(items.size + 1)] = /#(\w+)/.exec(result) ?? []
    items.set(id, { text: subject, status: 'pending' })
    return [...items.values()]
  }

  function update({ taskId, status, subject }: Item): readonly Todo[] | null {
    const id = String(taskId)
    const item = items.get(id)
    if (item === undefined) return null
    if (status === 'deleted') items.delete(id)
    else
      items.set(id, { text: textIn(subject) ?? item.text, status: statusOf(status, item.status) })
    return [...items.values()]
  }
}

function listIn(input: unknown): readonly Todo[] | null {
  const { todos } = (input ?? {}) as { readonly todos?: unknown }
  if (!Array.isArray(todos)) return null
  return (todos as readonly (Item | null)[]).flatMap((item) => {
    const text = textIn(item?.content)
    return text === null ? [] : [{ text, status: statusOf(item?.status, 'pending') }]
  })
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const statusOf = (status: unknown, otherwise: Todo['status']): Todo['status'] =>
  STATUS[String(status)] ?? otherwise
