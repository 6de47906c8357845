/** The open issues of the repository, as the server knows them: loaded when shown, and again when the user wants it. */
import { useEffect, useState } from 'react'
import type { IssueListDocument } from '../../../../../../src/core/forge/issues/issue-document.ts'
import { Refused } from '../../../../data/api/client.ts'
import { readIssues, type IssuesWanted } from '../../../../data/api/planning.ts'
import type { Trouble } from '../use-planning.ts'

type LoadedIssues =
  | { readonly is: 'loading' }
  | { readonly is: 'unknown'; readonly trouble: Trouble }
  | { readonly is: 'known'; readonly list: IssueListDocument; readonly isReloading: boolean }

export interface IssuesControl {
  readonly issues: LoadedIssues
  reload(): void
  /** All open issues, as far as the server lists them. */
  showMore(): void
}

const FIRST: IssuesWanted = { most: 100, isFresh: false }
const ALL = 1000

export function useIssues(): IssuesControl {
  const [wanted, setWanted] = useState(FIRST)
  const [issues, setIssues] = useState<LoadedIssues>({ is: 'loading' })
  useEffect(() => {
    let isHere = true
    setIssues((before) => (before.is === 'known' ? { ...before, isReloading: true } : LOADING))
    void loaded(wanted).then((found) => {
      if (isHere) setIssues(found)
    })
    return () => void (isHere = false)
  }, [wanted])
  return {
    issues,
    // Always a new object, so that the same is asked for again.
    reload: () => setWanted(({ most }) => ({ most, isFresh: true })),
    showMore: () => setWanted({ most: ALL, isFresh: false }),
  }
}

const LOADING: LoadedIssues = { is: 'loading' }

async function loaded(wanted: IssuesWanted): Promise<LoadedIssues> {
  try {
    const list = await readIssues(wanted)
    return list.problem === null
      ? { is: 'known', list, isReloading: false }
      : { is: 'unknown', trouble: list.problem }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { is: 'unknown', trouble: { message: error.message, hint: error.hint } }
  }
}
