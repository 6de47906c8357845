/** The transcript of a task: the conversation of its agent, with the questions and messages of people in it. */
import { useState } from 'react'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import { attemptsAt, type Attempt } from '../../../../../src/core/run/run.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { Composer } from './composer.tsx'
import { ConversationList } from './conversation-list.tsx'
import { RawText } from './raw-text.tsx'
import { TranscriptTools } from './transcript-tools.tsx'
import { useOpenNeeds } from './use-open-needs.ts'
import { useSearch } from './use-search.ts'
import { useWindow } from './use-window.ts'
import './transcript.css'

export function Transcript({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const { get, change } = useAddress()
  const attempts = attemptsAt(run, task)
  const wanted = Number(get('attempt'))
  const attempt = attempts.find(({ number }) => number === wanted) ?? attempts.at(-1)
  if (attempt === undefined)
    return (
      <div className="transcript">
        <p className="quiet loading">
          It has not been started yet. What its agent says and does will appear here.
        </p>
        <Composer task={task} />
      </div>
    )
  const choose = (number: number): void => change({ attempt: String(number) })
  return <OfAttempt key={attempt.id} attempt={attempt} attempts={attempts} onChoose={choose} />
}

interface OfAttemptProps {
  readonly attempt: Attempt
  readonly attempts: readonly Attempt[]
  readonly onChoose: (number: number) => void
}

function OfAttempt({ attempt, attempts, onChoose }: OfAttemptProps) {
  const { window, view } = useWindow(attempt.id)
  const [isRaw, setRaw] = useState(false)
  const search = useSearch(attempt.id, window)
  const isNewest = attempt === attempts.at(-1)
  const needs = useOpenNeeds(attempt.task, isNewest)
  return (
    <div className="transcript">
      <TranscriptTools
        attempt={attempt}
        attempts={attempts}
        onChoose={onChoose}
        search={search}
        isRaw={isRaw}
        onRaw={setRaw}
      />
      {isRaw ? (
        <RawText pieces={view.pieces} hasEarlier={view.hasEarlier} window={window} />
      ) : (
        <ConversationList
          attempt={attempt}
          window={window}
          view={view}
          needs={needs}
          search={search}
        />
      )}
      {isNewest && !needs.some(({ kind }) => kind === 'question') && (
        <Composer task={attempt.task} />
      )}
    </div>
  )
}
