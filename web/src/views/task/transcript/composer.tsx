/** The field for a message to the agent, below the conversation; above it what the agent has not heard yet. */
import { useState, type FormEvent } from 'react'
import { sayHeard, sayPending } from '../../../../../src/core/say/say-guidance.ts'
import { guidanceOf } from '../../../../../src/core/agent/guidance.ts'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import { stateOf, type Run } from '../../../../../src/core/run/run.ts'
import { doAsk } from '../../../act/do-ask.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { Button } from '../../../parts/button.tsx'
import { WordsField } from '../../../parts/fields.tsx'

export function Composer({ task }: { readonly task: TaskId }) {
  const { run, mode } = useShownRun()
  const { said, delivered } = guidanceOf(run, task)
  const canHear = mode === 'live' && run.ended === null && HEARS.has(stateOf(run, task).is)
  if (!canHear && said.length === 0) return null
  const last = said.at(-1)
  return (
    <section className="composer" aria-label="Message to the agent">
      {said.slice(delivered, -1).map((words, i) => (
        <Sent key={i} words={words} status={sayPending(run, task)} />
      ))}
      {last !== undefined && <Sent words={last} status={sayHeard(run, task)} />}
      {canHear && <Speak run={run} task={task} />}
    </section>
  )
}

const HEARS: ReadonlySet<string> = new Set(['waiting', 'working', 'stuck'])

const Sent = ({ words, status }: { readonly words: string; readonly status: string }) => (
  <p className="composer-sent">
    <span className="cut">{words}</span> <span className="quiet">{status}</span>
  </p>
)

function Speak({ run, task }: { readonly run: Run; readonly task: TaskId }) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const speak = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '' || isBusy) return
    setBusy(true)
    if (await doAsk(run, { ask: 'guide', task, text })) setText('')
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void speak(event)}>
      <WordsField
        label="Message to its agent"
        rows={2}
        placeholder="Guide the agent; Ctrl+Enter sends it"
        // A link to this field leads here with #guidance.
        autoFocus={location.hash === '#guidance'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void speak(event)
        }}
      />
      <Button kind="primary" type="submit" disabled={text.trim() === '' || isBusy}>
        Send
      </Button>
    </form>
  )
}
