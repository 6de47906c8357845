/** The guidance of a task: what users have told its agent, whether it has heard that, and a field to say more. */
import { useState, type FormEvent } from 'react'
import { sayHeard, sayPending } from '../../../../src/core/say/say-guidance.ts'
import { guidanceOf } from '../../../../src/core/agent/guidance.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { stateOf, type Run } from '../../../../src/core/run/run.ts'
import { sayDecision } from '../../../../src/core/say/say-stuck.ts'
import { doAsk } from '../../act/do-ask.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Button } from '../../parts/button.tsx'
import { WordsField } from '../../parts/fields.tsx'

export function GuidanceBox({ task }: { readonly task: TaskId }) {
  const { run, mode } = useShownRun()
  const { said, delivered } = guidanceOf(run, task)
  const canHear = mode === 'live' && run.ended === null && HEARS.has(stateOf(run, task).is)
  if (!canHear && said.length === 0) return null
  return (
    <section className="guidance">
      <h2>Guidance</h2>
      <QuestionText run={run} task={task} />
      <ol>
        {said.map((words, i) => (
          <li key={`${i} ${words}`}>
            <p>{words}</p>
            <p className="quiet">
              {i === said.length - 1
                ? sayHeard(run, task)
                : i < delivered
                  ? 'heard'
                  : sayPending(run, task)}
            </p>
          </li>
        ))}
      </ol>
      {canHear && <Speak run={run} task={task} />}
    </section>
  )
}

const HEARS: ReadonlySet<string> = new Set(['waiting', 'working', 'stuck'])

function QuestionText({ run, task }: { readonly run: Run; readonly task: TaskId }) {
  const state = stateOf(run, task)
  if (state.is !== 'stuck' || state.why.is !== 'question') return null
  return (
    <div className="guidance-question">
      {sayDecision(state.why.question).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

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
        label={stateOf(run, task).is === 'stuck' ? 'Your answer' : 'Message to its agent'}
        rows={3}
        // A link to this field leads here with #guidance.
        autoFocus={location.hash === '#guidance'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void speak(event)
        }}
      />
      <Button type="submit" disabled={text.trim() === '' || isBusy}>
        Send
      </Button>
    </form>
  )
}
