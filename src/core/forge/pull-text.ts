/** Writes the title and text of a pull request. Our part of the text is between two marks; people may write around it. */
import type { Task } from '../plan/plan.ts'
import { checkOf, deliveryOf, type Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import { pullName } from '../say/pulls/pull-name.ts'
import { firstFew } from '../say/say-wait.ts'
import { oneLineOf } from '../text/plain-text.ts'
import { runId, type CommitId, type LaneName, type RunId } from '../value/ids.ts'
import { isMerged } from './lane-pull.ts'
import type { WantedPull } from './wanted-pulls.ts'

const LONGEST_TITLE = 200

export function pullTitle({ lane, tasks }: WantedPull): string {
  const [first] = tasks
  const { epic, name } = first!
  const title = tasks.length > 1 && epic !== null ? epic : name === first!.id ? lane : name
  return quiet(title)
}

/** A hidden comment with the run, the lane and the commit that we pushed last. */
export interface PullMark {
  readonly run: RunId
  readonly lane: string
  readonly head: string
}

const BEGIN = /<!-- conductor: run (\d+) lane (\S+) head ([0-9a-f]+) -->/
const END = '<!-- conductor: end -->'

export function markIn(body: string): PullMark | null {
  const [, run, lane, head] = BEGIN.exec(body) ?? []
  if (run === undefined || lane === undefined || head === undefined) return null
  return { run: runId(Number(run)), lane, head }
}

/** Replaces our part of the text, and keeps the rest as it is. */
export function withOurPart(body: string, ours: string): string {
  const begin = BEGIN.exec(body)
  if (begin === null) return added(body, ours)
  const end = body.indexOf(END, begin.index)
  // The end mark is missing, so our part cannot be told from the text of people. Only the start mark is removed.
  if (end === -1) return added(body.replace(BEGIN, ''), ours)
  return `${body.slice(0, begin.index)}${ours}${body.slice(end + END.length)}`
}

const added = (body: string, ours: string): string =>
  body.trim() === '' ? ours : `${body.trimEnd()}\n\n${ours}`

export interface TextMaterial {
  readonly wanted: WantedPull
  /** All pull requests of the run, the lowest of each stack first. */
  readonly all: readonly WantedPull[]
  readonly head: CommitId
}

export function ourPart(run: Run, { wanted, all, head }: TextMaterial): string {
  const parts = {
    summary: `${summaryOf(wanted)}${sayReplaced(run, wanted)}`,
    tasks: wanted.tasks.map((task) => sayDone(run, task)).join('\n'),
    checks: sayChecks(run, wanted),
    test_plan: sayTestPlan(run, wanted),
    closes: sayCloses(run, wanted),
    stack: stackMap(run, wanted, all),
  }
  const template = run.publishing?.template ?? OWN_TEMPLATE
  const text = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(parts, name) ? parts[name as keyof typeof parts] : whole,
  )
  const mark = `<!-- conductor: run ${run.id} lane ${wanted.lane} head ${head} -->`
  return `${mark}\n${withoutMarks(text)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n${END}`
}

/** Our part as people read it where no page shows it: without its marks and invisible characters. */
export const readable = (ours: string): string =>
  ours.split('\n').slice(1, -1).join('\n').replaceAll('\u200b', '')

/** Removes our marks from foreign text, so that it cannot end our part. */
const withoutMarks = (text: string): string =>
  text.replaceAll(/<!--(?=\s*conductor:)/g, '<\u200b!--')

const OWN_TEMPLATE = `## Summary

{summary}

## What was done

{tasks}

## Checks

{checks}

## Test plan

{test_plan}

{closes}

{stack}`

/** A prompt may come from the issue of a stranger, so the summary does not show it. */
const summaryOf = (wanted: WantedPull): string =>
  askedFor(wanted)
    .map(({ name, expectedDeliverable }) =>
      quiet(expectedDeliverable === null ? name : `${name}: ${expectedDeliverable}`),
    )
    .join('\n')

/** Who has read the text before should know that the commits are others now. */
function sayReplaced({ id, pulls }: Run, { lane }: WantedPull): string {
  const earlier = pulls.get(lane)?.opened?.tookOverFrom
  return earlier === undefined
    ? ''
    : `\n\nThis is the work of run ${id}. It replaces the work of run ${earlier}, which this pull request had before.`
}

/** Leaves out the tasks that answered feedback on this pull request. */
const askedFor = ({ tasks }: WantedPull): readonly Task[] =>
  tasks.filter(({ continues }) => continues === null)

function sayDone(run: Run, task: Task): string {
  const delivery = deliveryOf(run, task.id)
  const by = task.work.is === 'command' ? 'command' : task.agent
  const agent = by === null ? '' : ` (${by})`
  if (delivery === null) return `- ${quiet(task.name)}${agent}: no change`
  const { changes, files } = delivery
  const count = changes.filesChanged + changes.filesCreated
  const named = firstFew(files.map(({ path }) => `\`${path.replaceAll('`', '')}\``))
  return `- ${quiet(task.name)}${agent}: ${sayCount(count, 'file')} (+${changes.linesAdded}, -${changes.linesDeleted}): ${named}`
}

function sayChecks(run: Run, { tasks }: WantedPull): string {
  const lines = tasks.map((task) => {
    const check = checkOf(run, task)
    if (check === null) return 'Nothing was checked: no check is configured.'
    const result = run.checked.has(task.id)
      ? 'passed on the result merged with all other tasks'
      : 'has not passed yet'
    return `\`${check.replaceAll('`', '')}\` ${result}.`
  })
  return [...new Set(lines)].map((line) => `- ${line}`).join('\n')
}

function sayTestPlan(run: Run, wanted: WantedPull): string {
  const checks = [...new Set(wanted.tasks.flatMap((task) => checkOf(run, task) ?? []))]
  return [
    ...checks.map((check) => `- [ ] \`${check.replaceAll('`', '')}\` passes`),
    ...askedFor(wanted).map(({ name }) => `- [ ] ${quiet(name)}: read the changes and try them`),
  ].join('\n')
}

const sayCloses = ({ publishing }: Run, { tasks }: WantedPull): string =>
  [...new Set(tasks.flatMap(({ issue }) => issue ?? []))]
    .map((issue) => `Closes ${publishing?.issuesOf ?? ''}#${issue}`)
    .join('\n')

/** The stack of the pull request, from its base upwards; empty: it is not stacked. */
function stackMap(run: Run, { lane }: WantedPull, all: readonly WantedPull[]): string {
  const stack = connected(lane, all)
  if (stack.length < 2) return ''
  const depthOf = depths(all)
  const rows = stack.map((each) => {
    const indent = '  '.repeat(depthOf.get(each.lane)!)
    const state = isMerged(run.pulls.get(each.lane)) ? ' (merged)' : ''
    const here = each.lane === lane ? ' **(this one)**' : ''
    return `${indent}- ${nameOf(run, each.lane)} ${quiet(pullTitle(each))}${state}${here}`
  })
  return ['## Stack', '', 'Merge from the top of this list downwards.', '', ...rows].join('\n')
}

const nameOf = (run: Run, lane: LaneName): string => {
  const pull = run.pulls.get(lane)
  return pull === undefined ? lane : pullName(pull)
}

function connected(lane: LaneName, all: readonly WantedPull[]): readonly WantedPull[] {
  const stack = new Set([lane])
  for (let size = 0; size !== stack.size;) {
    size = stack.size
    for (const each of all) {
      const family = [each.lane, ...each.below]
      if (family.some((one) => stack.has(one))) for (const one of family) stack.add(one)
    }
  }
  return all.filter((each) => stack.has(each.lane))
}

/** How many pull requests are below each; the lowest of a stack come first. */
function depths(all: readonly WantedPull[]): ReadonlyMap<LaneName, number> {
  const depthOf = new Map<LaneName, number>()
  for (const { lane, below } of all)
    depthOf.set(lane, Math.max(0, ...below.map((lower) => 1 + depthOf.get(lower)!)))
  return depthOf
}

/** The name of a task as one line, in which an @name notifies no one and `fixes #1` closes no issue. */
const quiet = (text: string): string =>
  oneLineOf(text)
    .replaceAll('@', '@\u200b')
    .replaceAll(/#(?=\d)/g, '#\u200b')
    .replaceAll('<!--', '<\u200b!--')
    .slice(0, LONGEST_TITLE)
