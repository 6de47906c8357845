/** What a run is told about collisions: how likely is too likely, and which files are special. */

/** ignore: the file counts for nothing. warn: people are only told. apart: any two files of the glob count as one. */
export type HotFileRule = 'ignore' | 'warn' | 'apart'

export interface CollisionSettings {
  /** S5: tasks that are more likely than this to change a common file do not work at once; from 0 to 1. */
  readonly apartAbove: number
  /** Pairs that are more likely than this to collide are reported. */
  readonly warnAbove: number
  /** By glob; the first glob that names a file decides. */
  readonly rules: Readonly<Record<string, HotFileRule>>
  /** apartAbove follows from a simulation of the plan, unless there was nothing to choose. */
  readonly isAuto: boolean
  /** How apartAbove was chosen; null: a person gave it, or there was nothing to choose. */
  readonly chosen: ThresholdChoice | null
}

/** Why a threshold is better than none. */
export interface ThresholdChoice {
  /** Pairs that would otherwise have worked at the same time. */
  readonly pairsApart: number
  /** How much longer the run takes because they wait for each other. */
  readonly costsSeconds: number
  /** The time that conflicts between them would have taken, on average. */
  readonly savesSeconds: number
  /** What a collision was assumed to cost; absent in runs of older versions. */
  readonly odds?: ConflictOdds
}

/** What a collision will probably cost. */
export interface ConflictOdds {
  /** The share of tasks on a common file at once that git cannot merge. */
  readonly rate: number
  /** What resolving a conflict takes, from runs of this repository; null: none was resolved yet. */
  readonly resolveSeconds: number | null
  /** How much `resolveSeconds` counts against what is usual elsewhere, from 0 to 1. */
  readonly trust: number
  /** Pairs that the rate was learned from; 0: it is what is usual elsewhere. */
  readonly pairs: number
  readonly conflicts: number
}

export const USUAL_APART_ABOVE = 0.5
export const USUAL_WARN_ABOVE = 0.25

/** Files that most tasks change in passing, and files that cannot be numbered twice. */
export const USUAL_RULES: CollisionSettings['rules'] = {
  '**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock}': 'ignore',
  '**/{Cargo.lock,go.sum,poetry.lock,uv.lock,Pipfile.lock,Gemfile.lock,composer.lock,mix.lock}':
    'ignore',
  '**/{CHANGELOG,CHANGELOG.md,CHANGES,CHANGES.md,HISTORY.md,RELEASES.md,NEWS}': 'ignore',
  '**/{generated,__generated__,__snapshots__}/**': 'ignore',
  '**/*{.generated.*,.min.js,.min.css,.snap}': 'ignore',
  '**/migrations/**': 'apart',
}

export const USUAL_COLLISIONS: CollisionSettings = {
  apartAbove: USUAL_APART_ABOVE,
  warnAbove: USUAL_WARN_ABOVE,
  rules: USUAL_RULES,
  isAuto: true,
  chosen: null,
}

/** The settings of a run that say which tasks may work at once. */
export interface CollisionPolicy {
  readonly allowCollisions: boolean
  readonly isolation: 'none' | 'worktree'
  readonly collisions: CollisionSettings
}

/** Settings are never changed in place. */
export const isSamePolicy = (a: CollisionPolicy, b: CollisionPolicy): boolean =>
  a.collisions === b.collisions &&
  a.isolation === b.isolation &&
  a.allowCollisions === b.allowCollisions
