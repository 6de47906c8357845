/** What a new task would change, asked again a moment after each change of the form. */
import { useEffect, useState } from 'react'
import { Refused } from '../../data/api/client.ts'
import { previewTask, type NewTask, type TaskPreview } from '../../data/api/new-task.ts'

export type Preview =
  | { readonly is: 'nothing' }
  | { readonly is: 'asking' }
  | { readonly is: 'ready'; readonly preview: TaskPreview }
  | { readonly is: 'refused'; readonly problems: readonly string[] }

const PAUSE = 250

/** null: there is nothing to ask about yet. */
export function usePreview(task: NewTask | null): Preview {
  const asked = task === null ? null : JSON.stringify(task)
  const [answered, setAnswered] = useState<{
    readonly to: string
    readonly preview: Preview
  } | null>(null)
  useEffect(() => {
    if (asked === null) return
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const preview = await previewOf(JSON.parse(asked) as NewTask, stop.signal)
      if (!stop.signal.aborted) setAnswered({ to: asked, preview })
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked])
  if (asked === null) return { is: 'nothing' }
  return answered?.to === asked ? answered.preview : { is: 'asking' }
}

async function previewOf(task: NewTask, signal: AbortSignal): Promise<Preview> {
  try {
    return { is: 'ready', preview: await previewTask(task, signal) }
  } catch (error) {
    return { is: 'refused', problems: problemsIn(error) }
  }
}

/** Everything that is wrong, one sentence each. */
export function problemsIn(error: unknown): readonly string[] {
  if (!(error instanceof Refused)) throw error
  const { problems = [] } = error.body
  if (problems.length === 0) return [error.message, ...(error.hint === null ? [] : [error.hint])]
  return problems.map(({ message, hint }) => (hint === null ? message : `${message} (${hint})`))
}
