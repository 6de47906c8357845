/** The pairs of a plan that may touch a common file, as likely as the plan itself says. */
import type { CollisionPolicy } from '../../core/plan/collision-settings.ts'
import { likelyFilesUnder } from '../../core/schedule/likely-files.ts'
import { chanceOf, sharedLikely } from '../../core/schedule/shared-files.ts'
import { likeliest } from './foreseen-plan.ts'
import type { Foreseen } from './rerank-foreseen.ts'
import type { Pair } from './say-foreseen.ts'

const LEAST_CHANCE = 0.05

/** The likeliest first. */
export function pairsLikely(
  foreseen: readonly Foreseen[],
  policy: CollisionPolicy,
): readonly Pair[] {
  const filesOf = likelyFilesUnder(policy)
  const likely = foreseen.map(({ task, files }) =>
    filesOf({ files: task.files, foreseen: likeliest(files) }),
  )
  const pairs = foreseen.flatMap(({ task }, a) =>
    foreseen.slice(a + 1).map(({ task: other }, i) => {
      const shared = sharedLikely(likely[a]!, likely[a + 1 + i]!)
      const files = tellingOf(shared).map(({ path }) => path)
      return { tasks: [task.id, other.id] as const, p: chanceOf(shared), files }
    }),
  )
  return pairs.filter(({ p }) => p >= LEAST_CHANCE).toSorted((a, b) => b.p - a.p)
}

const MOST_COMMON = 3
/** A file that is ten times less likely than another says nothing about a pair. */
const HARDLY = 0.1

/** The files that both tasks would most likely change. */
const tellingOf = (shared: ReturnType<typeof sharedLikely>): ReturnType<typeof sharedLikely> =>
  shared
    .filter(({ chance }) => chance >= 0.01 && chance >= shared[0]!.chance * HARDLY)
    .slice(0, MOST_COMMON)
