/** conductor foresee: which files a task will touch, how likely each is, and why. */
import { estimatedIn, tokensOf } from '../../core/agent/usage.ts'
import { foreseeTask, type TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { CollisionPolicy } from '../../core/plan/collision-settings.ts'
import { withoutLeftAlone } from '../../core/planning/left-alone.ts'
import { openIndex, type OpenedIndex } from '../../foresight/open-index.ts'
import { BAD_INPUT, Complaint, INTERRUPTED } from '../console/complain.ts'
import { interruptible } from '../console/interruptible.ts'
import type { SaidProblem } from '../console/problem-list.ts'
import type { Console } from '../console/console.ts'
import { loadConfig, lookAtPlanOnly, type PlanSource } from '../plan/load-plan.ts'
import { plannerFor, type PlannerWish } from '../plan/planner-for.ts'
import { findWorkspace } from '../place/workspace.ts'
import { notAsked, rerankForeseen, type Foreseen, type Reranking } from './rerank-foreseen.ts'
import {
  keepAt,
  mustFindPlace,
  readingPast,
  standThenLearn,
  type ForesightPlace,
  type OwnStanding,
} from './foresight-place.ts'
import { progressLine } from './progress-line.ts'
import { pairsLikely } from './pairs-likely.ts'
import { sayCollisions, sayForeseen, sayForeseenTasks } from './say-foreseen.ts'
import { tasksOf } from './tasks-of-plan.ts'

export interface ForeseeOptions {
  readonly text: string | undefined
  readonly plan: PlanSource | undefined
  readonly at: string | undefined
  readonly rebuild: boolean
  readonly top: number
  /** The model that judges the files that the history foresees; null: none does. */
  readonly rerank: PlannerWish | null
}

export async function foreseeCommand(options: ForeseeOptions, console: Console): Promise<number> {
  mustAskOne(options)
  const place = await mustFindPlace(console.folder)
  const { tasks, policy } = await tasksFrom(options, console)
  const opened = await open(place, options, console)
  if (opened.note !== null) console.insist(`note: the index could not be kept: ${opened.note}`)
  const { foresight, commit, standing } = opened
  if (tasks.length === 0) return sayRebuilt(opened, standing, console)
  const fromHistory = tasks.map((task) => ({ task, files: foreseeTask(foresight, task) }))
  const { foreseen, reranking } = await reranked(fromHistory, options, console)
  const answered = { commit, standing, reranking }
  if (options.plan === undefined)
    return answerOne({ ...foreseen[0]!, ...answered }, options, console)
  return answerPlan({ foreseen, policy: policy!, ...answered }, options, console)
}

async function reranked(
  foreseen: readonly Foreseen[],
  { rerank }: ForeseeOptions,
  console: Console,
): Promise<{ readonly foreseen: readonly Foreseen[]; readonly reranking: Reranking | null }> {
  if (rerank === null) return { foreseen, reranking: null }
  const { config } = await loadConfig(findWorkspace(console.folder), [])
  const chosen = await plannerFor(config, rerank)
  if (!chosen.ok) return { foreseen, reranking: notAsked(sayWithoutModel(chosen.problem)) }
  const { planner } = chosen
  using _told = toldWhenSlow(planner.model?.name ?? null, console)
  const judged = await interruptible((signal) => rerankForeseen(foreseen, planner, signal))
  if (judged.reranking.failure?.why === 'cancelled')
    throw new Complaint('foreseeing was interrupted', 'leave out --rerank', INTERRUPTED)
  return judged
}

const sayWithoutModel = ({ message, hint }: SaidProblem): string =>
  hint === null ? message : `${message}; configure one: ${hint}`

const SLOW_MS = 400

/** A model that cannot be asked at all, for example without a key, says so at once. */
function toldWhenSlow(model: string | null, console: Console): Disposable {
  const tell = (): void => console.remark(`asking ${model} about these files`)
  const timer = model === null ? undefined : setTimeout(tell, SLOW_MS)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
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

async function tasksFrom({ text, plan }: ForeseeOptions, console: Console): Promise<Asked> {
  if (text !== undefined) return { tasks: [taskOfText(text)], policy: null }
  if (plan === undefined) return { tasks: [], policy: null }
  const loaded = await lookAtPlanOnly(plan, findWorkspace(console.folder), [])
  return { tasks: tasksOf(loaded.plan), policy: loaded.settings }
}

interface Asked {
  readonly tasks: readonly TaskToForesee[]
  /** What the plan says about collisions; null: no plan was asked about. */
  readonly policy: CollisionPolicy | null
}

/** The first line of the text is its subject, as in a commit message. */
function taskOfText(text: string): TaskToForesee {
  const [subject = '', ...body] = text.trim().split('\n')
  return {
    id: 'task',
    subject: withoutLeftAlone(subject),
    body: withoutLeftAlone(body.join('\n')),
    files: [],
  }
}

async function open(
  place: ForesightPlace,
  { at, rebuild }: ForeseeOptions,
  console: Console,
): Promise<OpenedIndex & { readonly standing: OwnStanding }> {
  const { past, head } = place
  const commit = at === undefined ? head : await past.commitOf(at)
  if (commit === null)
    throw new Complaint(
      `there is no commit ${at}`,
      'name a commit, a branch or a tag: git log --oneline lists commits',
    )
  const { file, note } = keepAt(place)
  const opened = await readingPast(() =>
    openIndex(past, {
      commit,
      file,
      isStrict: at !== undefined,
      rebuild,
      progress: progressLine((text) => console.remark(text)),
    }),
  )
  const learnt = at === undefined ? place : { home: null }
  const standing = standThenLearn(opened.foresight, learnt)
  return { ...opened, standing, note: note ?? opened.note }
}

function sayRebuilt({ commit, foresight }: OpenedIndex, standing: OwnStanding, console: Console) {
  const { messages, files } = foresight.index
  console.answer(
    `The index is built: ${files.living} files, ${messages.size} commits, up to ${commit.slice(0, 9)}.`,
    { commit, files: files.living, commits: messages.size, standing },
  )
  return 0
}

interface Answered {
  readonly commit: string
  readonly standing: OwnStanding
  readonly reranking: Reranking | null
}

function answerOne(
  { files, ...answered }: Answered & Foreseen,
  { text = '', top }: ForeseeOptions,
  console: Console,
): number {
  const shown = files.slice(0, top)
  const document = {
    commit: answered.commit,
    text: text.trim().split('\n')[0]!,
    files: shown,
    standing: answered.standing,
    ...rerankDocument(answered.reranking),
  }
  console.answer(sayForeseen(shown, answered, console.colour), document)
  return 0
}

function answerPlan(
  {
    foreseen,
    policy,
    ...answered
  }: Answered & { readonly foreseen: readonly Foreseen[]; readonly policy: CollisionPolicy },
  { top }: ForeseeOptions,
  console: Console,
): number {
  const collisions = pairsLikely(foreseen, policy)
  const tasks = foreseen.map(({ task, files }) => ({ id: task.id, files: files.slice(0, top) }))
  const text = [
    sayForeseenTasks(tasks, answered, console.colour),
    sayCollisions(collisions, console.colour),
  ].join('\n\n')
  const { commit, standing, reranking } = answered
  console.answer(text, { commit, tasks, collisions, standing, ...rerankDocument(reranking) })
  return 0
}

/** Absent if no model was asked for. */
const rerankDocument = (reranking: Reranking | null) =>
  reranking === null
    ? {}
    : {
        rerank: {
          by: reranking.by,
          because: reranking.because,
          questions: reranking.questions,
          tokens: tokensOf(reranking.usage),
          cost_usd: reranking.usage.costUsd,
          estimated_usd: estimatedIn(reranking.usage),
        },
      }
