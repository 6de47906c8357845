/** Reads issues from the forge and studies them with the facts of the repository. */
import type { Config } from '../../config/config.ts'
import type { Forge, IssuesWanted } from '../../conduct/forge-ports.ts'
import type { ForgeIssue } from '../../core/forge/issues/forge-issue.ts'
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import { referredTo, studyIssues, type StudiedIssue } from '../../core/forge/issues/issue-study.ts'
import { fileGuesser } from '../../core/planning/offline/guess-files.ts'
import type { RepositoryFacts } from '../../core/planning/plan-draft.ts'
import { repositoryFacts } from '../planning/repository-facts.ts'
import type { Workspace } from '../place/workspace.ts'
import { openIssuesForge } from './open-issues-forge.ts'

/** Issues with these numbers, or open issues with all of these labels. */
export type IssuesPicked = IssuesWanted

export interface StudiedHere {
  readonly forge: Pick<Forge, 'name' | 'repository'>
  readonly studied: readonly StudiedIssue[]
  /** The wanted numbers that no issue has. */
  readonly missing: readonly number[]
  /** The list was cut: there may be more open issues. */
  readonly isCut: boolean
  readonly facts: RepositoryFacts
}

export async function studyHere(
  picked: IssuesPicked,
  config: Config,
  workspace: Workspace,
): Promise<ForgeAnswer<StudiedHere>> {
  const opened = await openIssuesForge(workspace)
  if (!opened.ok) return opened
  using forge = opened.value
  const rules = { ...config.issues, repository: forge.repository }
  const answer = await forge.issues(picked)
  if (!answer.ok) return answer
  const issues = sorted(answer.value, picked)
  const around = await issuesAround(forge, referredTo(issues, rules))
  if (!around.ok) return around
  const facts = await repositoryFacts(workspace.root)
  const studied = studyIssues(issues, around.value, {
    ...rules,
    readyLabels: config.issues.labels,
    sensitiveAreas: config.sensitiveAreas,
    filesIn: fileGuesser(facts),
  })
  const { name, repository } = forge
  const foundNumbers = new Set(issues.map(({ number }) => number))
  return {
    ok: true,
    value: {
      forge: { name, repository },
      studied,
      missing: 'numbers' in picked ? picked.numbers.filter((each) => !foundNumbers.has(each)) : [],
      isCut: 'most' in picked && issues.length >= picked.most,
      facts,
    },
  }
}

/** Keeps the order in which the user typed the numbers. */
function sorted(issues: readonly ForgeIssue[], picked: IssuesPicked): readonly ForgeIssue[] {
  if (!('numbers' in picked)) return issues
  const { numbers } = picked
  return issues.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number))
}

/** At most this many referenced issues are read; the others count as closed. */
const MOST_AROUND = 100

const issuesAround = async (
  forge: Forge,
  numbers: readonly number[],
): Promise<ForgeAnswer<readonly ForgeIssue[]>> =>
  numbers.length === 0
    ? { ok: true, value: [] }
    : await forge.issues({ numbers: numbers.slice(0, MOST_AROUND) })
