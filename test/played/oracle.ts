/** The scheduling rules implemented a second time, slowly and without any state of their own. */
import type { TaskId } from '../../src/core/value/ids.ts'
import { laneOf } from '../../src/core/plan/lanes.ts'
import { mayNameSameFile } from '../../src/core/schedule/glob-overlap.ts'
import type { Task } from '../../src/core/plan/plan.ts'
import { stateOf, type Run } from '../../src/core/run/run.ts'
import type { TaskState } from '../../src/core/run/task-state.ts'

export const isOpen = (run: Run, id: TaskId): boolean =>
  ['waiting', 'working', 'landing', 'review', 'stuck'].includes(stateOf(run, id).is)

export const workingTasks = (run: Run): readonly Task[] =>
  run.plan.tasks.filter((task) => stateOf(run, task.id).is === 'working')

export const landedAllBefore = (run: Run, task: Task): boolean =>
  task.dependencies.every((id) => mayBuildOn(run, id))

export const mayBuildOn = (run: Run, id: TaskId): boolean =>
  (run.settings.stacked ? ['landed', 'landing', 'review'] : ['landed']).includes(
    stateOf(run, id).is,
  )

/** The task whose work is in the worktree that this one would use. */
export const laneHolder = (run: Run, task: Task): Task | undefined =>
  run.settings.isolation === 'none'
    ? undefined
    : run.plan.tasks.find((other) => {
        const state = stateOf(run, other.id)
        const waitsWithWork = isHalfDone(state) && !isHalfDone(stateOf(run, task.id))
        const holds = waitsWithWork || ['working', 'landing', 'review', 'stuck'].includes(state.is)
        return other !== task && holds && laneOf(other) === laneOf(task)
      })

const isHalfDone = (state: TaskState): boolean =>
  state.is === 'waiting' && state.purpose.is !== 'work'

/** S5: what people said about the two counts first, then the files. */
export function collide(run: Run, a: Task, b: Task): boolean {
  if (run.settings.allowCollisions) return false
  if (a.apartFrom.includes(b.id) || b.apartFrom.includes(a.id)) return true
  if (a.togetherWith.includes(b.id) || b.togetherWith.includes(a.id)) return false
  return (
    isMore(chanceToCollide(run, a, b), run.settings.collisions.apartAbove) || sharesNamed(run, a, b)
  )
}

/** Not only in the last digits. */
const isMore = (a: number, b: number): boolean => a > b + 1e-9

const sharesNamed = (run: Run, a: Task, b: Task): boolean =>
  namedBy(run, a).some((one) => namedBy(run, b).some((other) => mayNameSameFile(one, other))) ||
  hotGlobs(run).some((glob) => touchesGlob(run, a, glob) * touchesGlob(run, b, glob) === 1)

/** Every file that is foreseen for one of them is drawn once for each, and so is every glob whose files count as one. */
export function chanceToCollide(run: Run, a: Task, b: Task): number {
  const paths = new Set([...a.foreseen, ...b.foreseen].map(({ path }) => path))
  const files = [...paths].filter((path) => ruleOn(run, path) === null)
  const shares = [
    ...files.map((path) => changes(run, a, path) * changes(run, b, path)),
    ...hotGlobs(run).map((glob) => touchesGlob(run, a, glob) * touchesGlob(run, b, glob)),
  ]
  return 1 - product(shares.filter((share) => share < 1).map((share) => 1 - share))
}

function changes(run: Run, task: Task, path: string): number {
  if (namedBy(run, task).some((named) => mayNameSameFile(named, path))) return 1
  return Math.min(0.98, task.foreseen.find((file) => file.path === path)?.p ?? 0)
}

/** The probability that a task changes any file of a glob. */
function touchesGlob(run: Run, task: Task, glob: string): number {
  if (task.files.some((file) => firstRule(run, exampleOf(file)) === glob)) return 1
  const inside = task.foreseen.filter(
    ({ path }) => firstRule(run, path) === glob && !task.files.some((file) => sameName(file, path)),
  )
  return Math.min(0.98, 1 - product(inside.map(({ p }) => 1 - Math.min(0.98, p))))
}

const sameName = (file: string, path: string): boolean => sourceOf(file) === path

/** In place, named files count whatever the rules are. */
const namedBy = ({ settings }: Run, { files }: Task): readonly string[] =>
  settings.isolation === 'none'
    ? files
    : files.filter(
        (file) =>
          /[*?{[]/.test(file) || !['ignore', 'warn'].includes(String(ruleFor(settings, file))),
      )

const exampleOf = (file: string): string =>
  sourceOf(file)
    .replaceAll('**', 'x')
    .replaceAll(/[*?]/g, 'x')
    .replaceAll(/\[(.).*?\]/g, '$1')

const sourceOf = (file: string): string => file.replace(/^\.\//, '')

const ruleFor = (settings: Run['settings'], path: string) => {
  const glob = Object.keys(settings.collisions.rules).find((rule) => covers(rule, path))
  return glob === undefined ? null : settings.collisions.rules[glob]!
}

const firstRule = ({ settings }: Run, path: string): string | undefined =>
  Object.keys(settings.collisions.rules).find((rule) => covers(rule, path))

/** Only for rules like `a/b` and `a/*`. */
const covers = (rule: string, path: string): boolean =>
  new RegExp(`^${rule.replace('*', '[^/]*')}${rule.includes('*') ? '' : '(/.*)?'}$`).test(path)

const ruleOn = ({ settings }: Run, path: string) => ruleFor(settings, path)

const hotGlobs = ({ settings }: Run): readonly string[] =>
  Object.keys(settings.collisions.rules).filter((g) => settings.collisions.rules[g] === 'apart')

const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1)

export const collidesNow = (run: Run, task: Task): boolean =>
  run.plan.tasks.some(
    (other) =>
      ['working', 'landing'].includes(stateOf(run, other.id).is) && collide(run, task, other),
  )

export const mostAtOnce = ({ agents, settings }: Run): number =>
  Math.min(agents, settings.maxWorktrees ?? agents)

/** In thousandths of a CPU and bytes. */
export function usedBy(tasks: readonly Task[]): { cpu: number; memory: number } {
  return {
    cpu: sum(tasks.map((task) => Math.round(task.resources.cpu * 1000))),
    memory: sum(tasks.map((task) => task.resources.memoryBytes)),
  }
}

export function fitsNow(run: Run, task: Task): boolean {
  const { machine } = run.settings
  if (machine === null || workingTasks(run).length === 0) return true
  const used = usedBy([...workingTasks(run), task])
  return used.cpu <= machine.cpu * 1000 && used.memory <= machine.memoryBytes
}

export function batchOf(run: Run, task: Task): number {
  if (!batchesOfPlan.has(run.plan)) batchesOfPlan.set(run.plan, batchesOf(run))
  return batchesOfPlan.get(run.plan)!.get(task.id)!
}

/** A plan is never changed in place. */
const batchesOfPlan = new WeakMap<Run['plan'], ReadonlyMap<TaskId, number>>()

/** Each task in turn takes the first batch behind its dependencies in which nothing collides with it. */
function batchesOf(run: Run): ReadonlyMap<TaskId, number> {
  const placed = new Map<TaskId, number>()
  while (placed.size < run.plan.tasks.length) {
    const [task] = run.plan.tasks
      .filter(({ id, dependencies: ids }) => !placed.has(id) && ids.every((d) => placed.has(d)))
      .toSorted(
        (a, b) =>
          inherited(run, a) - inherited(run, b) || longestPath(run, b) - longestPath(run, a),
      )
    let batch = Math.max(0, ...task!.dependencies.map((id) => placed.get(id)! + 1))
    while ([...placed].some(([id, at]) => at === batch && collide(run, task!, find(run, id))))
      batch++
    placed.set(task!.id, batch)
  }
  return placed
}

/** The tasks of earlier batches that are not over. */
export const unfinishedBatches = (run: Run, task: Task): readonly Task[] =>
  run.plan.tasks.filter(
    (other) => isOpen(run, other.id) && batchOf(run, other) < batchOf(run, task),
  )

export const isApproved = (run: Run, task: Task): boolean =>
  !task.needsHuman || run.approved.has(task.id)

export function isTimeToTry(run: Run, task: Task, now: number): boolean {
  const state = stateOf(run, task.id)
  return state.is === 'waiting' && (state.retryAt === null || state.retryAt <= now)
}

/** Whether the task may start, apart from a free agent. */
export function mayStart(run: Run, task: Task, now: number): boolean {
  return (
    !run.paused &&
    !run.pausedBatches.has(batchOf(run, task)) &&
    !(run.budgetUsd !== null && (run.usage.costUsd ?? 0) >= run.budgetUsd) &&
    !run.cancelled &&
    isTimeToTry(run, task, now) &&
    landedAllBefore(run, task) &&
    isApproved(run, task) &&
    (!run.settings.strictBatches ||
      halfDone(run, task) === 1 ||
      unfinishedBatches(run, task).length === 0) &&
    !collidesNow(run, task) &&
    laneHolder(run, task) === undefined &&
    fitsNow(run, task)
  )
}

export const startable = (run: Run, now: number): readonly Task[] =>
  run.plan.tasks.filter((task) => mayStart(run, task, now))

/** S4: negative when a comes first. */
export function compare(run: Run, now: number, [a, b]: readonly [Task, Task]): number {
  return (
    halfDone(run, b) - halfDone(run, a) ||
    urgency(run, a, now) - urgency(run, b, now) ||
    pressing(run, b) - pressing(run, a) ||
    run.plan.tasks.indexOf(a) - run.plan.tasks.indexOf(b)
  )
}

export function halfDone(run: Run, task: Task): number {
  const state = stateOf(run, task.id)
  return state.is === 'waiting' && state.purpose.is !== 'work' ? 1 : 0
}

function urgency(run: Run, task: Task, now: number): number {
  const state = stateOf(run, task.id)
  const landings = run.settings.stacked ? [] : task.dependencies.map((id) => stateOf(run, id))
  const since = Math.max(
    state.is === 'waiting' ? state.since : 0,
    ...landings.map((landed) => (landed.is === 'landed' ? landed.at : 0)),
  )
  const periods = Math.floor((now - since) / (run.settings.agingSeconds * 1000))
  const mostUrgent = Math.min(...run.plan.tasks.map((other) => other.priority))
  return Math.max(mostUrgent, inherited(run, task) - periods)
}

const inherited = (run: Run, task: Task): number =>
  Math.min(task.priority, ...directlyAfter(run, task).map((other) => inherited(run, other)))

function pressing(run: Run, task: Task): number {
  const held = heldBy(run, task)
  return longestPath(run, task) + Math.max(0, ...held.map((f) => othersOn(run, task, f)))
}

/** Files that only one task has at a time: named ones, and those that two tasks would be too likely to share. */
function heldBy(run: Run, task: Task): readonly string[] {
  const enough = Math.sqrt(run.settings.collisions.apartAbove)
  const foreseen = task.foreseen.filter(
    ({ path, p }) => isMore(Math.min(0.98, p), enough) && ruleOn(run, path) === null,
  )
  const globs = hotGlobs(run).filter((glob) => {
    const p = touchesGlob(run, task, glob)
    return p === 1 || isMore(p, enough)
  })
  return [
    ...namedBy(run, task),
    ...foreseen.map(({ path }) => path),
    ...globs.map((glob) => `\0${glob}`),
  ]
}

const meet = (a: string, b: string): boolean =>
  a.startsWith('\0') || b.startsWith('\0') ? a === b : mayNameSameFile(a, b)

const longestPath = (run: Run, task: Task): number =>
  task.estimate.seconds +
  Math.max(0, ...directlyAfter(run, task).map((other) => longestPath(run, other)))

function othersOn(run: Run, task: Task, file: string): number {
  if (run.settings.allowCollisions) return 0
  const others = run.plan.tasks.filter(
    (other) =>
      other !== task &&
      isOpen(run, other.id) &&
      heldBy(run, other).some((path) => meet(path, file)),
  )
  return sum(others.map((other) => other.estimate.seconds))
}

const directlyAfter = (run: Run, task: Task): readonly Task[] =>
  run.plan.tasks.filter((other) => other.dependencies.includes(task.id))

export function everythingAfter(run: Run, task: Task): ReadonlySet<TaskId> {
  const direct = directlyAfter(run, task)
  return new Set(direct.flatMap((other) => [other.id, ...everythingAfter(run, other)]))
}

const find = (run: Run, id: TaskId): Task => run.plan.tasks.find((task) => task.id === id)!

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
