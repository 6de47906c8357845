/** conductor foresee: which files a task will touch, how likely each is, and why. */
import { collisionChance } from '../../core/foresight/collision-chance.ts'
import {
  foreseeTask,
  type ExplainedFile,
  type TaskToForesee,
} from '../../core/foresight/foresee-task.ts'
import { standingOf, type Standing } from '../../core/foresight/learn/standing.ts'
import { openIndex, type OpenedIndex } from '../../foresight/open-index.ts'
import { BAD_INPUT, Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { lookAtPlanOnly, type PlanSource } from '../plan/load-plan.ts'
import { findWorkspace } from '../place/workspace.ts'
import { keepAt, learnOutcomes, mustFindPlace, type ForesightPlace } from './foresight-place.ts'
import { progressLine } from './progress-line.ts'
import { sayCollisions, sayForeseen, sayForeseenTasks, type Pair } from './say-foreseen.ts'
import { tasksOf } from './tasks-of-plan.ts'

export interface ForeseeOptions {
  readonly text: string | undefined
  readonly plan: PlanSource | undefined
  readonly at: string | undefined
  readonly rebuild: boolean
  readonly top: number
}

export async function foreseeCommand(options: ForeseeOptions, console: Console): Promise<number> {
  mustAskOne(options)
  const place = await mustFindPlace(console.folder)
  const tasks = await tasksFrom(options, console)
  const opened = await open(place, options, console)
  if (opened.note !== null) console.insist(`note: the index could not be kept: ${opened.note}`)
  const { foresight, commit } = opened
  const standing = standingOf(foresight.lessons)
  if (tasks.length === 0) return sayRebuilt(opened, standing, console)
  const foreseen = tasks.map((task) => ({ task, files: foreseeTask(foresight, task) }))
  if (options.plan === undefined)
    return answerOne({ ...foreseen[0]!, commit, standing }, options, console)
  return answerPlan({ foreseen, commit, standing }, options, console)
}

function mustAskOne({ text, plan, rebuild }: ForeseeOptions): void {
  if (text !== undefined && plan !== undefined)
    throw new Complaint(
      'a text and a plan are two questions',
      'ask one of them: conductor foresee "...", or conductor foresee --plan tasks.yaml',
    )
  if (text !== undefined && text.trim() === '')
    throw new Complaint('the text is empty', 'say what the task is: conductor foresee "..."')
  if (text === undefined && plan === undefined && !rebuild)
    throw new Complaint(
      'there is nothing to foresee',
      'say what the task is: conductor foresee "make the router accept regex params"',
      BAD_INPUT,
    )
}

async function tasksFrom(
  { text, plan }: ForeseeOptions,
  console: Console,
): Promise<readonly TaskToForesee[]> {
  if (text !== undefined) return [taskOfText(text)]
  if (plan === undefined) return []
  const loaded = await lookAtPlanOnly(plan, findWorkspace(console.folder), [])
  return tasksOf(loaded.plan)
}

/** The first line is the subject. */
function taskOfText(text: string): TaskToForesee {
  const [subject = '', ...body] = text.trim().split('\n')
  return { id: 'task', subject, body: body.join('\n'), files: [] }
}

async function open(
  place: ForesightPlace,
  { at, rebuild }: ForeseeOptions,
  console: Console,
): Promise<OpenedIndex> {
  const { past, head } = place
  const commit = at === undefined ? head : await past.commitOf(at)
  if (commit === null)
    throw new Complaint(
      `there is no commit ${at}`,
      'name a commit, a branch or a tag: git log --oneline lists commits',
    )
  const { file, note } = keepAt(place)
  const opened = await openIndex(past, {
    commit,
    file,
    isStrict: at !== undefined,
    rebuild,
    progress: progressLine((text) => console.remark(text)),
  })
  if (at === undefined) learnOutcomes(opened.foresight, place)
  return { ...opened, note: note ?? opened.note }
}

function sayRebuilt({ commit, foresight }: OpenedIndex, standing: Standing, console: Console) {
  const { messages, files } = foresight.index
  console.answer(
    `The index is built: ${files.living} files, ${messages.size} commits, up to ${commit.slice(0, 9)}.`,
    { commit, files: files.living, commits: messages.size, standing },
  )
  return 0
}

interface Answered {
  readonly commit: string
  readonly standing: Standing
}

function answerOne(
  { task, files, ...answered }: Answered & Foreseen,
  { top }: ForeseeOptions,
  console: Console,
): number {
  const shown = files.slice(0, top)
  const document = {
    commit: answered.commit,
    text: task.subject,
    files: shown,
    standing: answered.standing,
  }
  console.answer(sayForeseen(shown, answered, console.colour), document)
  return 0
}

interface Foreseen {
  readonly task: TaskToForesee
  readonly files: readonly ExplainedFile[]
}

const LEAST_CHANCE = 0.05

function answerPlan(
  { foreseen, commit, standing }: Answered & { readonly foreseen: readonly Foreseen[] },
  { top }: ForeseeOptions,
  console: Console,
): number {
  const collisions = likelyPairs(foreseen)
  const tasks = foreseen.map(({ task, files }) => ({ id: task.id, files: files.slice(0, top) }))
  const text = [
    sayForeseenTasks(tasks, { commit, standing }, console.colour),
    sayCollisions(collisions, console.colour),
  ].join('\n\n')
  console.answer(text, { commit, tasks, collisions, standing })
  return 0
}

function likelyPairs(foreseen: readonly Foreseen[]): readonly Pair[] {
  const pairs = foreseen.flatMap((one, at) =>
    foreseen.slice(at + 1).map((other) => ({
      tasks: [one.task.id, other.task.id] as const,
      p: collisionChance(one.files, other.files),
      files: commonOf(one.files, other.files),
    })),
  )
  return pairs.filter(({ p }) => p >= LEAST_CHANCE).sort((a, b) => b.p - a.p)
}

const MOST_COMMON = 3

/** The files on which both would most likely work. */
function commonOf(
  one: readonly ExplainedFile[],
  other: readonly ExplainedFile[],
): readonly string[] {
  const chances = new Map(other.map(({ path, p }) => [path, p]))
  return one
    .map(({ path, p }) => ({ path, p: p * (chances.get(path) ?? 0) }))
    .filter(({ p }) => p >= 0.01)
    .sort((a, b) => b.p - a.p)
    .slice(0, MOST_COMMON)
    .map(({ path }) => path)
}
