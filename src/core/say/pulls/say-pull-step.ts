/** What a person can do about a pull request that needs them, in words. The board's first load leaves this out. */
import { isKeptHere, type LanePull } from '../../forge/lane-pull.ts'
import { sayFix, sayHowToMerge, type Published } from './say-review.ts'

/** What a person can do about a branch that cannot be updated; null: the branch is up to date. */
function sayPullRemedy({ trouble, branch }: LanePull): string | null {
  if (trouble === null) return null
  if (trouble.is === 'refused') return trouble.problem.hint
  if (branch === '') return `publish the lane below it, or merge ${trouble.base} by hand`
  return `merge ${trouble.base} into ${branch} yourself and push ${branch}; your commits stay, and the next \`conductor pr sync\` continues from them`
}

/** What a person does about a pull request that needs them, where no page of a forge shows it. */
export function sayStepHere(pull: LanePull, isReady: boolean, to: Published): readonly string[] {
  if (!isReady) return [`What helps: ${sayPullStep(pull, isReady, to)}`]
  return isKeptHere(pull) ? [sayPullStep(pull, isReady, to)] : []
}

/** What a person does about a pull request that needs them. isReady: they can review and merge it. */
export function sayPullStep(pull: LanePull, isReady: boolean, to: Published): string {
  const isHere = isKeptHere(pull)
  if (isReady)
    return isHere
      ? `${pull.sight?.review === 'approved' ? '' : 'Review it. '}${sayHowToMerge(pull, to)} Conductor follows.`
      : 'Review and merge it; Conductor follows.'
  const remedy = sayPullRemedy(pull)
  if (remedy !== null) return remedy
  return isHere
    ? `${sayFix(pull, to)} Conductor follows.`
    : `Push a fix to ${pull.branch}, or answer there; Conductor follows.`
}

/** Everything that a person needs to decide about a pull request. */
export function sayPullInFull(pull: LanePull, isReady: boolean, to: Published): readonly string[] {
  const { opened, sight, base, branch } = pull
  return [
    ...(opened === null || opened.url === '' ? [] : [`PR: ${opened.url}`]),
    ...(branch === '' ? [] : [`Branch: ${branch} into ${base.branch}`]),
    ...sayStepHere(pull, isReady, to),
    ...(sight?.feedback ?? []).slice(0, MOST_LINES).map(({ by, line }) => `${by}: ${line}`),
  ]
}

const MOST_LINES = 5
