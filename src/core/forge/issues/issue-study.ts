/** Studies issues before an agent works on them: whether each is taken, what it depends on, and which flags it has. */
import type { Priority } from '../../plan/plan.ts'
import { flagTask, withoutSettled } from '../../planning/flags/flag-task.ts'
import { spokenToModels } from '../../planning/offline/read-spec.ts'
import type { DraftFlag } from '../../planning/plan-draft.ts'
import type { SensitiveAreas } from '../../planning/flags/sensitive-areas.ts'
import type { ForgeIssue } from './forge-issue.ts'
import { estimateIn, flagsByLabel, isCalledReady, priorityIn } from './issue-labels.ts'
import { skipsByOrder } from './issue-order.ts'
import { issueReferences, type IssueReferences } from './issue-references.ts'
import { skipOf, type Skip, type TakingRules } from './issue-skip.ts'
import { issueText, type IssueText } from './issue-text.ts'

export interface StudyRules extends TakingRules {
  /** owner/name; null: it is not known. */
  readonly repository: string | null
  /** Labels with which people say that an issue is ready to be worked on. */
  readonly readyLabels: readonly string[]
  readonly sensitiveAreas: SensitiveAreas
  /** Returns the files that a text names. */
  readonly filesIn: (title: string, body: string) => readonly string[]
}

export interface StudiedIssue {
  readonly number: number
  readonly issue: ForgeIssue
  readonly text: IssueText
  /** null: the issue can be taken. */
  readonly skip: Skip | null
  /** Open issues that this one depends on, including its parts. */
  readonly dependsOn: readonly number[]
  /** The open parts of the issue. */
  readonly parts: readonly number[]
  readonly flags: readonly DraftFlag[]
  /** null: no label names a priority. */
  readonly priority: Priority | null
  readonly estimateSeconds: number | null
  readonly files: readonly string[]
  /** Sentences for the user. */
  readonly notes: readonly string[]
}

/** Issues that are named by these issues and are not among them. The caller must find out whether they are open. */
export function referredTo(
  issues: readonly ForgeIssue[],
  rules: TakingRules & Pick<StudyRules, 'repository'>,
): readonly number[] {
  const numbers = new Set(issues.map(({ number }) => number))
  const named = issues.flatMap((issue) => {
    const { after, parts } = referencesOf(issue, rules)
    return [...issue.blockedBy, ...issue.parts, ...after, ...parts]
  })
  return [...new Set(named)].filter((number) => !numbers.has(number))
}

/** around: the issues that are named by these issues. */
export function studyIssues(
  issues: readonly ForgeIssue[],
  around: readonly ForgeIssue[],
  rules: StudyRules,
): readonly StudiedIssue[] {
  const open = openIssues([...issues, ...around])
  const references = new Map(issues.map((issue) => [issue.number, referencesOf(issue, rules)]))
  const studied = issues.map((issue) => study(issue, { open, references, rules }))
  const skips = skipsByOrder(studied.filter(({ skip }) => skip === null))
  return studied.map((one) => ({ ...one, skip: one.skip ?? skips.get(one.number) ?? null }))
}

interface Surroundings {
  readonly open: ReadonlySet<number>
  readonly references: ReadonlyMap<number, IssueReferences>
  readonly rules: StudyRules
}

/** An issue that the forge records as a blocker is open, unless it was read and is closed. */
const openIssues = (issues: readonly ForgeIssue[]): ReadonlySet<number> => {
  const closed = new Set(issues.filter(({ isOpen }) => !isOpen).map(({ number }) => number))
  const open = issues.flatMap(({ isOpen, number, blockedBy }) => [
    ...(isOpen ? [number] : []),
    ...blockedBy,
  ])
  return new Set(open.filter((number) => !closed.has(number)))
}

const NO_REFERENCES: IssueReferences = { after: [], before: [], parts: [], foreign: [] }

/** The text of an author who is not trusted creates no dependencies. */
function referencesOf(
  issue: ForgeIssue,
  rules: TakingRules & Pick<StudyRules, 'repository'>,
): IssueReferences {
  if (skipOf(issue, rules)?.is === 'author') return NO_REFERENCES
  return issueReferences(issueText(issue).body, rules.repository)
}

function study(issue: ForgeIssue, { open, references, rules }: Surroundings): StudiedIssue {
  const { number, labels } = issue
  const text = issueText(issue)
  const own = references.get(number)!
  const isOpen = (each: number): boolean => open.has(each)
  const parts = unique([...issue.parts, ...own.parts]).filter(isOpen)
  const namedByOthers = [...references].flatMap(([other, { before }]) =>
    before.includes(number) ? [other] : [],
  )
  const named = unique([...issue.blockedBy, ...own.after, ...namedByOthers])
  const files = rules.filesIn(text.title, text.body)
  return {
    number,
    issue,
    text,
    skip: skipOf(issue, rules),
    dependsOn: unique([...named.filter(isOpen), ...parts]),
    parts,
    flags: flagsOf(text, files, labels, rules),
    priority: priorityIn(labels),
    estimateSeconds: estimateIn(labels),
    files,
    notes: notesAbout(number, text, own),
  }
}

const unique = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)]

/** A "ready" label removes the flags that the words of the issue would set. */
function flagsOf(
  { title, body }: IssueText,
  files: readonly string[],
  labels: readonly string[],
  { sensitiveAreas, readyLabels }: StudyRules,
): readonly DraftFlag[] {
  const byLabel = flagsByLabel(labels)
  const byWords = flagTask(`${title}\n${body}`, files, sensitiveAreas)
  const settled = isCalledReady(labels, readyLabels) ? withoutSettled(byWords) : byWords
  const [spoken] = spokenToModels(`${title}\n${body}`)
  const toAgents =
    spoken === undefined
      ? []
      : [{ flag: 'sensitive' as const, why: `It speaks to the agent: "${spoken}".` }]
  const all = [...byLabel, ...toAgents, ...settled]
  return all.filter(({ flag }, at) => all.findIndex((one) => one.flag === flag) === at)
}

function notesAbout(
  number: number,
  { hidden, leftOut }: IssueText,
  { foreign }: IssueReferences,
): readonly string[] {
  return [
    ...foreign.map(
      (name) =>
        `#${number} depends on ${name} of another repository; Conductor does not wait for that.`,
    ),
    ...(hidden > 0
      ? [`#${number} has comments that its page does not show; they are left out.`]
      : []),
    ...(leftOut > 0
      ? [`#${number} is too long: ${leftOut} characters of its text are left out.`]
      : []),
  ]
}
