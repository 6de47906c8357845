/** The data that the prompt of an attempt is made from, gathered from the run when the attempt is ordered. */
import { inQuotes } from '../forge/issues/issue-prompt.ts'
import { conversationFor, howToStart } from '../run/attempt-start.ts'
import type { Failure, Outcome } from '../run/failure.ts'
import { guidanceOf, type Guidance } from './guidance.ts'
import type { TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Task } from '../plan/plan.ts'
import type { PromptParts } from './prompt-template.ts'
import { attemptsAt, deliveryOf, purposeOf, stateOf, taskOf, type Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import { sayFailure } from '../say/say-failure.ts'
import { listed, quoted } from '../say/landing/say-resolve.ts'
import type { Question } from './sign.ts'
import { aimOf, type Purpose } from '../run/task-state.ts'

/** What a prompt needs besides the run. */
export interface Briefing {
  /** A template with {{placeholders}} that was checked for problems; see docs/prompts.md. */
  readonly template: string
  /** owner/name of the repository, if it is known. */
  readonly repository: string | null
}

/**
 * All data that the prompt of an attempt is made from. Because it is plain data, the prompt can be made where the
 * attempt is carried out, when its agent begins: by then the branch is known, and people may have given more guidance.
 */
export interface Material {
  /** The task as the plan has it. */
  readonly task: Task
  readonly purpose: Purpose
  readonly start: 'fresh' | 'continue'
  /** The agent that gets the task when its purpose is to resolve. */
  readonly resolver: string | null
  readonly guidance: Pick<Guidance, 'said' | 'delivered'>
  /** The conversation to go on with; spentUsd: what earlier attempts spent in it. null: a new conversation begins. */
  readonly conversation: { readonly id: string; readonly spentUsd: number } | null
  readonly template: string
  /** What the template is filled with, as far as it does not follow from the fields above. */
  readonly parts: Pick<PromptParts, 'repository' | 'branch' | 'before' | 'ask_first'>
  /** The questions that agents have asked about this task so far. */
  readonly asked: readonly Question[]
  /** Why work on this task has failed, in words; empty when no reason is known. */
  readonly trouble: string
}

export function materialFor(
  run: Run,
  task: Task,
  { briefing, resolver }: { readonly briefing: Briefing; readonly resolver: string | null },
): Material {
  const purpose = purposeOf(run, task.id)
  const start = howToStart(run, task, purpose)
  const { said, delivered } = guidanceOf(run, task.id)
  const agent = aimOf(purpose).is === 'resolve' ? resolver : task.agent
  const conversation = conversationFor(run, { ...task, agent }, start)
  const trouble = troubleSoFar(run, task.id)
  return {
    task,
    purpose,
    start,
    resolver,
    guidance: { said, delivered },
    conversation: conversation && {
      id: conversation.id,
      spentUsd: spentIn(run, conversation.id),
    },
    template: briefing.template,
    parts: {
      repository: task.repository ?? briefing.repository ?? '',
      branch: branchOf(run, task),
      before: task.dependencies.map((id) => `- ${sayDependency(run, id)}`).join('\n'),
      ask_first: listed(areasOf(run, task)),
    },
    asked: questionsOf(run, task.id),
    trouble: trouble === null ? '' : sayEnded(trouble),
  }
}

/** The name of the lane's branch, or the name it will get unless that is taken. */
function branchOf(run: Run, task: Task): string {
  const lane = laneOf(task)
  return run.settings.isolation === 'none' ? '' : (run.worktrees.get(lane)?.branch ?? lane)
}

const spentIn = ({ attempts }: Run, conversation: string): number =>
  [...attempts.values()]
    .filter((attempt) => attempt.conversation?.id === conversation)
    .reduce((sum, { usage }) => sum + (usage.costUsd ?? 0), 0)

const questionsOf = (run: Run, task: TaskId): readonly Question[] =>
  attemptsAt(run, task).flatMap(({ ended }) =>
    ended?.outcome.is === 'asked' ? [ended.outcome.question] : [],
  )

/** Areas from the configuration are followed by their files. */
const areasOf = ({ settings }: Run, { askFirst }: Task): readonly string[] => [
  ...askFirst,
  ...Object.entries(settings.askFirst)
    .filter(([area]) => !askFirst.includes(area))
    .map(([area, globs]) => `${area}: ${globs.join(', ')}`),
]

function sayDependency(run: Run, id: TaskId): string {
  const state = stateOf(run, id)
  const delivery = deliveryOf(run, id)
  const { name: title, issue } = taskOf(run, id)
  const name = `${id}: ${issue === null ? title : inQuotes(title)}`
  if (delivery === null) return name
  const commit = (state.is === 'landed' ? state.commit : null) ?? delivery.commit
  const { filesCreated, filesChanged } = delivery.changes
  return `${name} (commit ${commit.slice(0, 12)}, ${sayCount(filesCreated + filesChanged, 'file')})`
}

type Failed = Outcome & { is: 'failed' }

/** The last failure that the task itself is to blame for. What cut an attempt off says nothing about the task. */
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
