/** What the tasks of a domain have taught, in the form of our JSON: how sure it is, files, patterns, techniques, learnings. */
import { sayCount } from '../say/say-count.ts'
import { dayAt } from '../value/day.ts'
import type { Experience } from './experience.ts'
import { changedTogether, countFiles, type LearntFile, type Pattern } from './changed-files.ts'
import { asData } from './quote.ts'

export interface Expertise {
  /** Also the name of its folder. */
  readonly domain: string
  readonly description: string
  /** 0 to 1; see `confidenceOf`. */
  readonly confidence: number
  /** Tasks that it was learnt from. */
  readonly usage_count: number
  readonly landed: number
  readonly failed: number
  /** Goes up with each task that is learnt from. */
  readonly version: number
  /** The day of the newest task, in UTC. */
  readonly last_updated: string
  readonly files: readonly LearntFile[]
  readonly patterns: readonly Pattern[]
  readonly techniques: readonly Technique[]
  readonly learnings: readonly Learning[]
}

export interface Technique {
  readonly name: string
  readonly steps: readonly string[]
}

export interface Learning {
  readonly type: 'success' | 'failure'
  readonly lesson: string
  readonly date: string
}

export const MOST = { files: 10, patterns: 10, techniques: 5, learnings: 5 } as const

/** The domain with the most tasks first. */
export function expertiseFrom(experiences: readonly Experience[]): readonly Expertise[] {
  return [...Map.groupBy(experiences, ({ domain }) => domain)]
    .map(([domain, some]) =>
      learn(
        domain,
        some.toSorted((a, b) => a.at - b.at),
      ),
    )
    .toSorted((a, b) => b.usage_count - a.usage_count || (a.domain < b.domain ? -1 : 1))
}

function learn(domain: string, experiences: readonly Experience[]): Expertise {
  const landed = experiences.filter((one) => one.landed).length
  const failed = experiences.length - landed
  const runs = new Set(experiences.map(({ run }) => run)).size
  const files = countFiles(experiences)
  return {
    domain,
    description: `What ${sayCount(experiences.length, 'task')} in ${sayCount(runs, 'run')} taught about ${domain}: ${landed} landed, ${failed} failed.`,
    confidence: confidenceOf(landed, failed),
    usage_count: experiences.length,
    landed,
    failed,
    version: experiences.length,
    last_updated: dayAt(experiences.at(-1)!.at, 0),
    files: files.slice(0, MOST.files).map(({ path, tasks }) => ({ path: asData(path), tasks })),
    patterns: changedTogether(experiences, files).slice(0, MOST.patterns),
    techniques: techniquesOf(experiences),
    learnings: learningsOf(experiences),
  }
}

/** The share of tasks that landed, as if one more had landed and one more had failed: 0.5 while nothing is known. */
export const confidenceOf = (landed: number, failed: number): number =>
  Math.round(((landed + 1) / (landed + failed + 2)) * 100) / 100

/** Checks that have passed, the most often passed first. */
function techniquesOf(experiences: readonly Experience[]): readonly Technique[] {
  const byCommand = Map.groupBy(
    experiences.flatMap(({ checks }) => checks),
    ({ command }) => command,
  )
  return [...byCommand]
    .map(([command, all]) => ({ command, of: all.length, passed: passedOf(all) }))
    .filter(({ passed }) => passed > 0)
    .toSorted((a, b) => b.passed - a.passed)
    .slice(0, MOST.techniques)
    .map(({ command, of, passed }) => ({
      name: `Check before landing; it passed ${passed} of ${sayCount(of, 'time')}`,
      steps: [asData(command)],
    }))
}

const passedOf = (checks: Experience['checks']): number =>
  checks.filter(({ passed }) => passed).length

const learningsOf = (experiences: readonly Experience[]): readonly Learning[] =>
  experiences
    .flatMap(({ lessons }) => lessons)
    .slice(-MOST.learnings)
    .map(({ type, lesson, at }) => ({ type, lesson, date: dayAt(at, 0) }))
