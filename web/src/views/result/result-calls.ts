/** The API calls about the result of a run. */
import type { ResultDocument } from '../../../../src/core/take/result-document.ts'
import type { TakeDocument } from '../../../../src/core/take/take-wish.ts'
import type { DiffDocument } from '../../../../src/server/served/served-worktrees.ts'
import type { PatchDocument } from '../../../../src/server/served/served-results.ts'
import { answer, api } from '../../data/api/client.ts'

const ofRun = api.api.runs[':run']

export const readResult = (run: string): Promise<ResultDocument> =>
  answer(ofRun.result.$get({ param: { run } }))

export const readResultDiff = (run: string, file?: string): Promise<DiffDocument> =>
  answer(ofRun.result.diff.$get({ param: { run }, query: file === undefined ? {} : { file } }))

export const readPatches = (run: string): Promise<PatchDocument> =>
  answer(ofRun.result.patches.$get({ param: { run } }))

export type Wish = Parameters<typeof ofRun.take.$post>[0]['json']

export const takeIt = (run: string, wish: Wish): Promise<TakeDocument> =>
  answer(ofRun.take.$post({ param: { run }, json: wish }))

export const undoIt = (run: string): Promise<TakeDocument> =>
  answer(ofRun.take.undo.$post({ param: { run } }))
