/** What to type after a run: to look at the result and merge it, and about tasks that did not land. */
import { countPulls } from '../core/forge/count-pulls.ts'
import { isBranchGone } from '../core/landing/branch-moves.ts'
import { isUrgent, type Attention } from '../core/report/attention.ts'
import { attentionFor, type Watch } from '../core/report/attention-document.ts'
import { sayWays, shellWord } from '../core/text/command-line.ts'
import type { Run } from '../core/run/run.ts'
import { sayAttention, sayWhatHelps, waysOf } from '../core/say/say-attention.ts'
import { sayOptions } from '../core/say/say-stuck.ts'
import { sayCount } from '../core/say/say-count.ts'
import { sayResult } from '../core/say/say-take.ts'
import {
  NOT_MEASURED,
  summarise,
  type LandingSummary,
  type Summary,
  type ToPush,
} from '../core/report/summary.ts'

/** For a run that has no coordinator. */
export const howToGoOn = ({ cancelled }: Run): string =>
  `${cancelled ? 'Finish cancelling it' : 'Continue'} with: conductor resume`

export const nextSteps = (run: Run, summary: Summary, now: number): readonly string[] => [
  ...(summary.landing === null ? [] : takeIt(run, summary.landing, now)),
  ...sayNeeds(run, { now, isConducted: false }),
]

/** What needs a person, and the commands for it. */
export function sayNeeds(run: Run, watch: Watch): readonly string[] {
  const { now } = watch
  const urgent = attentionFor(run, watch).filter((item) => isUrgent(item) || outlastsRun(item))
  const failed = urgent.filter(({ kind }) => kind === 'task-failed')
  const shown = urgent.filter((item) => !failed.slice(MOST_FAILED).includes(item))
  const more = failed.length - MOST_FAILED
  return [
    ...shown.flatMap((item) => ['', ...sayNeed(run, item, now)]),
    ...(more > 0 ? ['', `${sayCount(more, 'more task')} failed: conductor attention`] : []),
  ]
}

/** A moved branch belongs to the user, so only the user can settle it, even after the run. */
const outlastsRun = ({ kind }: Attention): boolean => kind === 'branch-moved'

/** When many tasks failed, it was mostly for one reason. */
const MOST_FAILED = 3

const sayNeed = (run: Run, item: Attention, now: number): readonly string[] => [
  `${item.task ?? `run ${run.id}`} needs you: ${sayAttention(item, now)}`,
  ...[...optionsOf(item), ...sayWhatHelps(run, item), ...sayWays(waysOf(item))].map(
    (line) => `  ${line}`,
  ),
]

/** Nobody can answer a question without its options. */
const optionsOf = (item: Attention): readonly string[] =>
  item.kind === 'question' && item.question.options.length > 0 ? sayOptions(item.question) : []

/** Where the result of a run is and how to merge it, for commands that only show the run. */
export function howToTake(run: Run): readonly string[] {
  const { landing } = summarise(run, NOT_MEASURED)
  return landing === null ? [] : takeIt(run, landing, run.lastEventAt)
}

function takeIt(
  run: Run,
  { target, from, base, tip, taken, to_push }: LandingSummary,
  now: number,
): readonly string[] {
  if (base === tip) return []
  const before = from === null || isBranchGone(run, from) ? base.slice(0, 9) : from
  const isTaken = from === target || taken?.is_all === true
  const { open } = countPulls(run)
  return [
    '',
    ...(isTaken || open === 0 ? [] : [sayReview(run, open)]),
    `Look at the result: git diff ${shellWord(`${asRevision(before)}...${target}`)}`,
    ...(taken === null ? [] : [`The result was ${sayResult(run, now)}.`]),
    ...(isTaken ? [] : [`${open > 0 ? 'Or take it here:' : 'Take it:        '}    ${TAKE}`]),
    ...to_push.map(sayPush),
  ]
}

/** A branch whose name begins like an option. */
const asRevision = (name: string): string => (name.startsWith('-') ? `refs/heads/${name}` : name)

const TAKE = 'conductor take'

/** Pull requests bring the result to the remote, so they are the next step, and the user does not have to take it. */
const sayReview = ({ publishing }: Run, open: number): string =>
  `Review and merge:   ${sayCount(open, 'pull request')} on ${publishing?.remote ?? 'the remote'}, shown by: conductor pr`

/** A user who fetches the result needs the commits of its submodules, too. */
const sayPush = ({ submodule, command }: ToPush): string =>
  `Push it, too:       ${command}    (${submodule}: others cannot use the result before)`
