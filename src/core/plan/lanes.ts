/** Which tasks share a worktree: those of a lane that a person chose, else of an epic, else of an issue. */
import { laneName, type LaneName } from '../value/ids.ts'
import type { Task } from './plan.ts'

export function laneOf({
  id,
  lane,
  epic,
  issue,
}: Pick<Task, 'id' | 'lane' | 'epic' | 'issue'>): LaneName {
  if (lane !== null) return lane
  if (epic !== null) return laneName(`epic-${slug(epic)}`)
  return laneName(issue !== null ? `issue-${issue}` : `task-${id}`)
}

/** Lanes and tasks in the order of the plan. */
export function tasksByLane(tasks: readonly Task[]): ReadonlyMap<LaneName, readonly Task[]> {
  const lanes = new Map<LaneName, Task[]>()
  for (const task of tasks) {
    const lane = laneOf(task)
    const others = lanes.get(lane)
    if (others === undefined) lanes.set(lane, [task])
    else others.push(task)
  }
  return lanes
}

/** By the task's place in the plan; null for a task that shares its worktree with no other. */
export function sharedLanes(tasks: readonly Task[]): readonly (LaneName | null)[] {
  const lanes = tasks.map(laneOf)
  const counts = new Map<LaneName, number>()
  for (const lane of lanes) counts.set(lane, (counts.get(lane) ?? 0) + 1)
  return lanes.map((lane) => (counts.get(lane)! > 1 ? lane : null))
}

const LONGEST = 60

/** Text that cannot be a branch name or a path as it is gets a hash, so that two texts never get the same name. */
function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, LONGEST)
  return plain === text ? plain : [plain, mark(text)].filter(Boolean).join('-')
}

/** A short hash of the text (FNV-1a). */
function mark(text: string): string {
  let hash = 0x811c9dc5
  for (const unit of text) hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}
