/** One need: what it is about, the facts to decide with, and what the user can do. */
import { useId } from 'react'
import { Link } from 'wouter'
import { isUrgent, type Attention } from '../../../../src/core/report/attention.ts'
import { shellWord } from '../../../../src/core/text/command-line.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { attemptsAt, taskOf } from '../../../../src/core/run/run.ts'
import { sayAttention, waysOf } from '../../../../src/core/say/say-attention.ts'
import { useNow, useShownRun } from '../../data/live/shown-run.tsx'
import { Ago } from '../../parts/time.tsx'
import { KindMark } from './kind-mark.tsx'
import { NeedAnswer } from './answer/need-answer.tsx'
import { NeedFacts } from './need-facts.tsx'
import { useOtherProject } from './queue/at-project.tsx'
import './need.css'

export interface NeedProps {
  readonly need: Attention
  /** Unique in the queue. */
  readonly name: string
  /** The id of its project, where several have something in the queue. */
  readonly place: string | null
  /** Called when an answer was accepted. */
  onDone(): void
}

export function Need({ need, name, place, onDone }: NeedProps) {
  const { mode } = useShownRun()
  const project = useOtherProject()
  const heading = useId()
  return (
    <li>
      <article
        className={isUrgent(need) ? 'need urgent' : 'need'}
        tabIndex={-1}
        data-need={name}
        data-project={project?.id}
        data-kind={need.kind}
        aria-labelledby={heading}
      >
        <header>
          <KindMark kind={need.kind} />
          {place !== null && (
            <Link href="/board" className="need-project">
              {place}
            </Link>
          )}
          {need.task === null ? (
            <h2 id={heading}>The whole run</h2>
          ) : (
            <TaskName task={need.task} id={heading} />
          )}
          <span className="quiet need-since">
            <Ago at={need.since} />
          </span>
        </header>
        <Headline need={need} />
        <NeedFacts need={need} />
        {mode === 'live' && (
          <>
            <NeedAnswer need={need} onDone={onDone} />
            <FromTerminal need={need} />
          </>
        )}
      </article>
    </li>
  )
}

function TaskName({ task: id, id: heading }: { readonly task: TaskId; readonly id: string }) {
  const { run } = useShownRun()
  const task = taskOf(run, id)
  const worker = attemptsAt(run, id).at(-1)?.worker
  return (
    <>
      <h2 id={heading}>
        <Link href={`/tasks/${id}`} aria-keyshortcuts="Enter">
          {task.name}
        </Link>
      </h2>
      <span className="quiet need-about">
        {[
          task.name === id ? null : id,
          task.issue === null ? null : `#${task.issue}`,
          worker === undefined ? null : `agent ${worker}`,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
    </>
  )
}

/** Questions and permission requests have no headline: their parts are shown below. */
function Headline({ need }: { readonly need: Attention }) {
  const now = useNow()
  if (need.kind === 'question' || need.kind === 'permission') return null
  return <p className="need-headline">{sayAttention(need, now)}</p>
}

function FromTerminal({ need }: { readonly need: Attention }) {
  const project = useOtherProject()
  const from = project === null ? '' : `cd ${shellWord(project.folder)} && `
  return (
    <details className="need-ways">
      <summary>From a terminal</summary>
      <dl>
        {waysOf(need).map(({ command, does }) => (
          <div key={command}>
            <dt>
              <code>
                {from}
                {command}
              </code>
            </dt>
            <dd className="quiet">{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
