/** What the user has to know to decide about a need. */
import { Link } from 'wouter'
import type { Attention } from '../../../../src/core/report/attention.ts'
import type { Trouble } from '../../../../src/core/landing/delivery.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { sayNextStep } from './say-next-step.ts'
import { laneOf } from '../../../../src/core/plan/lanes.ts'
import { formatSpent } from '../../../../src/core/value/money.ts'
import { plainText } from '../../../../src/core/text/plain-text.ts'
import { attemptsAt, taskOf } from '../../../../src/core/run/run.ts'
import { waysWithMove } from '../../../../src/core/say/landing/say-branch-move.ts'
import { hintFor } from '../../../../src/core/say/say-hindrance-hint.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { firstFew } from '../../../../src/core/say/say-wait.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { Markdown, MarkdownLine } from '../../parts/markdown/markdown.tsx'
import { WorktreePlace } from '../task/worktree-place.tsx'
import { DeliveredFiles } from './delivered-files.tsx'
import { Fact, Facts } from './facts.tsx'
import { PullFacts } from './pull-facts.tsx'
import { QuestionFacts } from './question-facts.tsx'

export function NeedFacts({ need }: { readonly need: Attention }) {
  switch (need.kind) {
    case 'question':
      return <QuestionFacts task={need.task!} worker={need.worker} question={need.question} />
    case 'budget':
      return (
        <Facts>
          <Fact name="Spent">{formatSpent(need)}</Fact>
        </Facts>
      )
    case 'conflict':
    case 'red-check':
    case 'broken':
    case 'left-target':
    case 'unasked':
    case 'review':
      return <DeliveryFacts task={need.task!} trouble={need.trouble} />
    case 'task-failed':
      return (
        <Facts>
          <Fact name="Its last lines">
            <LastWords task={need.task!} lines={need.lastLines} />
          </Fact>
          <Fact name="Next step">{sayNextStep(need)}</Fact>
          {need.behind.length > 0 && <Fact name="Skipped">{need.behind.join(', ')}</Fact>}
          <Fact name="Transcript">
            <Link href={`/tasks/${need.task}`}>Read its transcript</Link>
          </Fact>
        </Facts>
      )
    case 'needs-human':
      return <StartFacts task={need.task!} />
    case 'hindered':
      return (
        <Facts>
          <Fact name="Details">{need.hindrance.detail}</Fact>
          <Fact name="What helps">{hintFor(need.hindrance)}</Fact>
        </Facts>
      )
    case 'paused-batch':
      return (
        <Facts>
          <Fact name="Held back">{sayCount(need.held, 'task')}</Fact>
        </Facts>
      )
    case 'forge':
      return (
        <Facts>
          <Fact name="What helps">{need.problem.hint}</Fact>
          <Fact name="Then">
            <code>conductor pr sync</code>
          </Fact>
        </Facts>
      )
    case 'pull-ready':
    case 'pull-stuck':
      return <PullFacts pull={need.pull} isReady={need.kind === 'pull-ready'} />
    case 'branch-moved':
      return (
        <Facts>
          {waysWithMove(need.move)
            .filter(({ command }) => command.startsWith('git '))
            .map(({ command, does }) => (
              <Fact key={command} name={does}>
                <code>{command}</code>
              </Fact>
            ))}
        </Facts>
      )
    case 'frozen':
      return (
        <Facts>
          <Fact name="To continue it">
            <code>kill -CONT {need.pid}</code>
          </Fact>
        </Facts>
      )
    case 'paused-run':
      return null
    case 'rate-limited':
    case 'stale':
    case 'looping':
    case 'silent':
    case 'over-time':
      return <WorkFacts task={need.task!} />
    // Each request is shown with its buttons, by PermissionAnswer.
    case 'permission':
      return <WorkFacts task={need.task!} />
  }
}

function DeliveryFacts({ task, trouble }: { readonly task: TaskId; readonly trouble: Trouble }) {
  return (
    <>
      <TroubleFacts task={task} trouble={trouble} />
      <DeliveredFiles task={task} />
      <p>
        <Link href={`/tasks/${task}?tab=diff`}>See its changes</Link>
      </p>
    </>
  )
}

function TroubleFacts({ task, trouble }: { readonly task: TaskId; readonly trouble: Trouble }) {
  switch (trouble.is) {
    case 'conflict':
      return (
        <Facts>
          <Fact name="Files in conflict">
            <ul className="need-files">
              {trouble.files.map(({ path, kind }) => (
                <li key={path}>
                  <code>{path}</code> <span className="quiet">{kind}</span>
                </li>
              ))}
            </ul>
          </Fact>
          <Worktree task={task} />
          <Fact name="To resolve it">
            {trouble.marks === undefined
              ? 'decide it hunk by hunk, or let its agent try'
              : `decide it hunk by hunk; or remove the conflict markers in ${firstFew(trouble.marks)}, where the merge is begun in the worktree, and land that`}
          </Fact>
        </Facts>
      )
    case 'red-check':
      return (
        <Facts>
          <Fact name="Its last lines">
            <Output lines={trouble.lastLines} />
          </Fact>
          <Fact name="Full log">
            <code>{trouble.log}</code>
          </Fact>
          <Worktree task={task} />
        </Facts>
      )
    case 'unasked':
      return (
        <Facts>
          {trouble.areas.map(({ area, files }) => (
            <Fact key={area} name={`Area ${area}`}>
              {files.length === 0 ? 'the whole task' : <code>{files.join(', ')}</code>}
            </Fact>
          ))}
        </Facts>
      )
    case 'left-target':
      return (
        <Facts>
          <Fact name="Had landed as">
            <code>{trouble.commit.slice(0, 9)}</code>
          </Fact>
        </Facts>
      )
    case 'broken':
    case 'approval':
      return null
  }
}

const Output = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0 ? (
    'it printed nothing'
  ) : (
    <pre className="need-output" tabIndex={0}>
      {plainText(lines.join('\n'))}
    </pre>
  )

/** The last words of an agent are Markdown; those of a command are output. */
function LastWords({ task, lines }: { readonly task: TaskId; readonly lines: readonly string[] }) {
  const { run } = useShownRun()
  const isAgent = taskOf(run, task).work.is === 'prompt'
  if (!isAgent || lines.length === 0) return <Output lines={lines} />
  return (
    <div className="need-words" tabIndex={0} role="group" aria-label="Its last lines">
      <Markdown text={plainText(lines.join('\n'))} />
    </div>
  )
}

function Worktree({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  if (!run.worktrees.has(laneOf(taskOf(run, task)))) return null
  return (
    <Fact name="Worktree">
      <WorktreePlace task={task} />
    </Fact>
  )
}

/** The work that would be started. */
function StartFacts({ task: id }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const { work, files, dependencies } = taskOf(run, id)
  return (
    <Facts>
      <Fact name={work.is === 'prompt' ? 'Prompt' : 'Command'}>
        {work.is === 'prompt' ? (
          <div className="need-words" tabIndex={0} role="group" aria-label="Prompt">
            <Markdown text={work.text} />
          </div>
        ) : (
          <Output lines={work.line.split('\n')} />
        )}
      </Fact>
      {dependencies.length > 0 && <Fact name="Depends on">{dependencies.join(', ')}</Fact>}
      {files.length > 0 && (
        <Fact name="Files">
          <code>{files.join(', ')}</code>
        </Fact>
      )}
    </Facts>
  )
}

/** The progress that the agent reports itself. */
function WorkFacts({ task }: { readonly task: TaskId }) {
  const { run } = useShownRun()
  const progress = attemptsAt(run, task).at(-1)?.progress ?? null
  return (
    <Facts>
      {progress !== null && (
        <Fact name="Its own report">
          {progress.status}: <MarkdownLine text={progress.note} />
        </Fact>
      )}
      <Fact name="Transcript">
        <Link href={`/tasks/${task}`}>Read its transcript</Link>
      </Fact>
    </Facts>
  )
}
