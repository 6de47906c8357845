/** A text field for a task with buttons beside it; the options that its agent considered fill the text in. */
import { useRef, useState } from 'react'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import type { ActionName } from '../../../../../src/core/ask/ask.ts'
import { actionsFor, askWith } from '../../../../../src/core/ask/task-actions.ts'
import { doAction, doAsk } from '../../../act/do-ask.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { Button } from '../../../parts/button.tsx'
import { AnswerBox } from './answer-box.tsx'
import { Options } from './options.tsx'
import { useOneAtATime } from './use-one-at-a-time.ts'

export interface WordsAnswerProps {
  readonly task: TaskId
  /** The actions that help here, if the task allows them now; the most likely comes first. */
  readonly offers: readonly ActionName[]
  readonly options?: readonly string[]
  /** Whether the first action is the main one here; by default it is. */
  readonly hasPrimary?: boolean
  onDone(): void
}

export function WordsAnswer({
  task,
  offers,
  options = [],
  hasPrimary = true,
  onDone,
}: WordsAnswerProps) {
  const { run, now } = useShownRun()
  const [words, setWords] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const { isBusy, once } = useOneAtATime(() => {
    setWords('')
    onDone()
  })
  const actions = offers.flatMap((name) =>
    actionsFor(run, task, now()).filter((action) => action.name === name),
  )
  const withWords = actions.find((action) => action.words !== null)
  const ask = withWords ? askWith(withWords, task, words) : null
  const send = (): void => {
    if (ask !== null) once(() => doAsk(run, ask))
  }
  const choose = (option: string): void => {
    setWords(option)
    box.current?.focus()
  }
  return (
    <div className="need-answer" aria-busy={isBusy}>
      <Options options={options} chosen={words} choose={choose} />
      {withWords && (
        <AnswerBox label={withWords.words!} words={words} box={box} change={setWords} send={send} />
      )}
      <div className="need-buttons">
        {actions.map((action, i) =>
          action === withWords ? (
            <Button
              key={action.name}
              kind={hasPrimary && i === 0 ? 'primary' : 'plain'}
              disabled={ask === null}
              onClick={send}
              title="Ctrl+Enter"
            >
              {action.label}
            </Button>
          ) : (
            <Button
              key={action.name}
              kind={hasPrimary && i === 0 ? 'primary' : 'plain'}
              onClick={() => once(() => doAction(run, task, action))}
            >
              {action.label}
            </Button>
          ),
        )}
      </div>
    </div>
  )
}
