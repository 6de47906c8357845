/** The blocks of the status report for tasks whose agents have opened a pull request. */
import { nameInLine } from '../../core/text/name-in-line.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attemptsAt, ofEachTask, type Run } from '../../core/run/run.ts'
import { isDone, type LanePull } from '../../core/forge/lane-pull.ts'
import { reportWords, type ReportWord } from '../../core/forge/pull-need.ts'
import { laneOf } from '../../core/plan/lanes.ts'
import type { Task } from '../../core/plan/plan.ts'
import { sayStanding } from '../../core/say/pulls/say-pull.ts'
import type { TaskState } from '../../core/run/task-state.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { filesIn } from '../../store/session-files.ts'
import type { Paint } from '../../report-text/paint.ts'
import { label } from '../../report-text/label.ts'

export interface PullRequests {
  /** A block of lines for each open pull request. */
  readonly open: readonly Block[]
  /** The pull requests that are merged, closed, or belong to a later run. */
  readonly done: readonly Block[]
}

type Block = readonly string[]

/** Whether the agent is done and only a review by people is left. */
const isReady = (state: TaskState): boolean =>
  state.is === 'landing' ||
  state.is === 'landed' ||
  (state.is === 'review' && state.trouble.is === 'approval')

/** Agents report the address in their session (docs/sessions.md); only attempts that lasted have a session file. */
export function pullRequestsIn(run: Run, home: string, style: Paint): PullRequests {
  const folder = inHome(home, 'sessions')
  const files = new Set(filesIn(folder))
  const words = reportWords(run)
  const all = ofEachTask(run, (task, state) => {
    const file = `${attemptsAt(run, task.id).at(-1)?.id}.json`
    const reported = isReady(state) && files.has(file) ? urlIn(join(folder, file)) : null
    const pull = run.pulls.get(laneOf(task))
    if (pull?.opened != null)
      return pull.rounds.includes(task.id)
        ? []
        : [{ isDone: isDone(pull), lines: ofLane(task, pull, words.get(pull.lane)!, style) }]
    if (reported === null) return []
    const head = `${style.good('[+]')} ${label(task)} - PR READY - ${nameInLine(task.name)}`
    return [{ isDone: false, lines: ['', head, `    PR: ${reported}`] }]
  })
  const those = (wanted: boolean): readonly Block[] =>
    all.filter((each) => each.isDone === wanted).map(({ lines }) => lines)
  return { open: those(false), done: those(true) }
}

/** Only for a run that publishes its lanes. */
function ofLane(task: Task, pull: LanePull, word: ReportWord, style: Paint): readonly string[] {
  const { opened } = pull
  return [
    '',
    `${MARKS[word](style)} ${label(task)} - PR ${word.toUpperCase()} - ${nameInLine(task.name)}`,
    `    PR: ${opened!.url === '' ? `#${opened!.number}` : opened!.url}`,
    `    ${sayStanding(pull)}`,
  ]
}

const MARKS: Readonly<Record<ReportWord, (style: Paint) => string>> = {
  ready: (style) => style.good('[+]'),
  merged: (style) => style.good('[+]'),
  stuck: (style) => style.bad('[!]'),
  open: (style) => style.warn('[*]'),
  closed: () => '[-]',
  'taken over': () => '[-]',
}

/** null: there is none, or the agent is just writing the file. */
function urlIn(file: string): string | null {
  try {
    const session: { pullRequestUrl?: unknown } | null = JSON.parse(readFileSync(file, 'utf8'))
    const url = session?.pullRequestUrl
    return typeof url === 'string' ? url : null
  } catch {
    return null
  }
}
