/** The words an attempt begins with: how things are now and what to do, never how often it was tried. */
import { conversationFor, wantedIn } from '../run/attempt-start.ts'
import type { Failure, Outcome } from '../run/failure.ts'
import { guidanceOf, pendingGuidance } from './guidance.ts'
import type { TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Task } from '../plan/plan.ts'
import { fillTemplate, type PromptParts } from './prompt-template.ts'
import { attemptsAt, deliveryOf, stateOf, taskOf, type Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import { sayFailure } from '../say/say-failure.ts'
import { listed, quoted, sayRedo, sayResolve } from '../say/say-resolve.ts'
import type { Question } from './sign.ts'
import { aimOf, type Purpose } from '../run/task-state.ts'

/** What a prompt is made from besides the run. */
export interface Briefing {
  /** With {{placeholders}}, and without problems; see docs/prompts.md. */
  readonly template: string
  /** owner/name of the repository, if it is known. */
  readonly repository: string | null
}

type Start = 'fresh' | 'continue'

interface Words {
  readonly prompt: string | null
  readonly conversation: {
    readonly id: string
    readonly say: string
    readonly spentUsd: number
  } | null
}

/** What the agent of an attempt is told, and the conversation it can go on with. */
export function wordsFor(
  run: Run,
  task: Task,
  purpose: Purpose,
  { briefing, start }: { readonly briefing: Briefing; readonly start: Start },
): Words {
  const known = conversationFor(run, task, start)
  const conversation = known && {
    id: known.id,
    say: sayGoOn(run, task, purpose),
    spentUsd: spentIn(run, task.id, known.id),
  }
  if (task.work.is === 'command') return { prompt: null, conversation }
  const parts = partsFor(run, task, purpose, { briefing, start })
  return { prompt: promptOf(briefing.template, parts), conversation }
}

/** What a person has said reaches the agent, whether the template has a place for it or not. */
function promptOf(template: string, parts: PromptParts): string {
  const homeless = (['decided', 'situation'] as const).filter(
    (name) => parts[name] !== '' && !template.includes(`{{${name}}}`),
  )
  const text = fillTemplate(template, parts)
  if (homeless.length === 0) return text
  return [text.trimEnd(), ...homeless.map((name) => parts[name])].join('\n\n')
}

const spentIn = (run: Run, task: TaskId, conversation: string): number =>
  attemptsAt(run, task)
    .filter((attempt) => attempt.conversation?.id === conversation)
    .reduce((sum, { usage }) => sum + (usage.costUsd ?? 0), 0)

/** What is said to an agent that goes on with a conversation: it knows all the rest. */
function sayGoOn(run: Run, task: Task, purpose: Purpose): string {
  const words = [
    ...(purpose.is === 'redo' ? [sayRedo('Your work', purpose)] : []),
    ...pendingGuidance(run, task.id),
  ]
  if (words.length > 0) return words.join('\n\n')
  return 'You were interrupted. Go on where you stopped, and finish the task.'
}

function partsFor(
  run: Run,
  task: Task,
  purpose: Purpose,
  { briefing, start }: { readonly briefing: Briefing; readonly start: Start },
): PromptParts {
  const aim = aimOf(purpose)
  const text = wantedIn(task).trimEnd()
  const lane = laneOf(task)
  return {
    id: task.id,
    title: task.name,
    task: aim.is === 'resolve' ? sayResolve(text, aim.trouble) : text,
    deliverable: task.expectedDeliverable?.trimEnd() ?? '',
    issue: task.issue === null ? '' : String(task.issue),
    repository: task.repository ?? briefing.repository ?? '',
    branch: run.settings.isolation === 'none' ? '' : (run.worktrees.get(lane)?.branch ?? lane),
    before: task.dependencies.map((id) => `- ${sayDependency(run, id)}`).join('\n'),
    files: listed(task.files),
    ask_first: listed(areasOf(run, task)),
    decided: sayDecided(run, task.id),
    situation: aim.is === 'resolve' ? '' : saySituation(run, task.id, aim, start),
  }
}

/** Some areas are known by their files. */
const areasOf = ({ settings }: Run, { askFirst }: Task): readonly string[] => [
  ...askFirst,
  ...Object.entries(settings.askFirst)
    .filter(([area]) => !askFirst.includes(area))
    .map(([area, globs]) => `${area}: ${globs.join(', ')}`),
]

function sayDependency(run: Run, id: TaskId): string {
  const state = stateOf(run, id)
  const delivery = deliveryOf(run, id)
  const name = `${id}: ${taskOf(run, id).name}`
  const commit = state.is === 'landed' ? state.commit : (delivery?.commit ?? null)
  if (commit === null) return name
  const { filesCreated = 0, filesChanged = 0 } = delivery?.changes ?? {}
  const files = delivery === null ? '' : `, ${sayCount(filesCreated + filesChanged, 'file')}`
  return `${name} (commit ${commit.slice(0, 12)}${files})`
}

/** Directions are given as they hold now; the questions they answer are needed to understand them. */
function sayDecided(run: Run, task: TaskId): string {
  const { said } = guidanceOf(run, task)
  if (said.length === 0) return ''
  const asked = attemptsAt(run, task).flatMap(({ ended }) =>
    ended?.outcome.is === 'asked' ? [`- ${sayQuestion(ended.outcome.question)}`] : [],
  )
  const directions = said.map((one) => one.trimEnd()).join('\n\n')
  if (asked.length === 0) return directions
  return `What was to be decided:\n\n${[...new Set(asked)].join('\n')}\n\nWhat holds now:\n\n${directions}`
}

const sayQuestion = ({ decision, options }: Question): string =>
  options.length === 0 ? decision : `${decision} (${options.join(', or ')})`

function saySituation(
  run: Run,
  task: TaskId,
  aim: Exclude<Purpose, { is: 'go-on' | 'resolve' }>,
  start: Start,
): string {
  const trouble = troubleSoFar(run, task)
  const parts = [
    ...(aim.is === 'redo' ? [sayRedo('What is in this folder', aim)] : []),
    ...(aim.is === 'work' && start === 'continue' ? [HALF_DONE] : []),
    ...(trouble === null ? [] : [sayEnded(trouble)]),
  ]
  return parts.join('\n\n')
}

const HALF_DONE =
  'Part of this work is in this folder already. Look at what is there, and go on from it.'

type Failed = Outcome & { is: 'failed' }

/** What is known to go wrong with the task itself; whatever cut an attempt off says nothing about it. */
function troubleSoFar(run: Run, task: TaskId): Failed | null {
  const outcomes = attemptsAt(run, task).flatMap(({ ended }) => ended?.outcome ?? [])
  const last = outcomes.findLast(
    (outcome) =>
      outcome.is === 'succeeded' || (outcome.is === 'failed' && isItsOwn(outcome.failure)),
  )
  return last?.is === 'failed' ? last : null
}

function isItsOwn(failure: Failure): boolean {
  switch (failure.is) {
    case 'exit':
    case 'signal':
    case 'timeout':
    case 'over-memory':
    case 'gave-up':
    case 'cannot-keep':
    case 'folder-gone':
    case 'all-ignored':
    case 'all-elsewhere':
    case 'all-astray':
      return true
    case 'cannot-start':
    case 'setup':
    case 'not-logged-in':
    case 'rate-limited':
    case 'model':
      return false
  }
}

function sayEnded({ failure, lastLines }: Failed): string {
  const why = `Watch out for what makes work on this task fail: ${sayFailure(failure)}.`
  return lastLines.length === 0 ? why : `${why} The last lines it printed:\n\n${quoted(lastLines)}`
}
