/** Chooses which drawn runs to play: those that combine features in ways that no run before them did. */
import type { DrawnRun } from './drawn-run.ts'

/** Of so many runs one is played. */
export const DRAWN_FOR_ONE = 100

/** The places, among the drawn runs, of those to play: of each group the run with the most new pairs. */
export function chooseRuns(drawn: readonly DrawnRun[]): readonly number[] {
  const known = new Set<string>()
  const places: number[] = []
  for (let from = 0; from < drawn.length; from += DRAWN_FOR_ONE) {
    const best = placeOfMost(drawn.slice(from, from + DRAWN_FOR_ONE), known)
    for (const pair of pairsIn(drawn[from + best]!)) known.add(pair)
    places.push(from + best)
  }
  return places
}

function placeOfMost(group: readonly DrawnRun[], known: ReadonlySet<string>): number {
  // A longer run has more pairs, and takes hardly more time.
  const gains = group.map((run) => pairsIn(run).filter((pair) => !known.has(pair)).length)
  return gains.indexOf(Math.max(...gains))
}

/** Every two features of the run; in worktrees they meet in other ways than in place. */
export function pairsIn(run: DrawnRun): readonly string[] {
  const features = [...featuresOf(run)].toSorted()
  return features.flatMap((one, i) =>
    features.slice(i + 1).map((other) => `${run.isolation}: ${one}, ${other}`),
  )
}

/** What the run is made of: how it is set, what its tasks do, which comes before which, and what the user does. */
function featuresOf({ tasks, meanwhile, ...run }: DrawnRun): ReadonlySet<string> {
  const doesOf = new Map(tasks.map(({ id, does }) => [id, does]))
  return new Set([
    `review ${run.review}`,
    `stacked ${run.stacked}`,
    `agents ${run.agents}`,
    `shown by ${run.shown}`,
    `${tasks.length} tasks`,
    `meanwhile ${meanwhile?.is ?? 'nothing'}`,
    // The first choice of the user: takeWay begins with the second taste.
    `way ${run.taste[1]}`,
    ...(meanwhile === null ? [] : [`${meanwhile.is} while one ${doesOf.get(meanwhile.at)}`]),
    ...tasks.flatMap(({ does, after, needsHuman, isInEpic }) => [
      does,
      ...(needsHuman ? [`${does} needs human`] : []),
      ...(isInEpic ? [`${does} in epic`] : []),
      ...after.map((id) => `${doesOf.get(id)} before ${does}`),
    ]),
  ])
}
