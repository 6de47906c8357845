/** What is computed or fetched once for all lanes. */
import type { AttemptId, TaskId } from '../../../../src/core/value/ids.ts'
import type { Wait } from '../../../../src/core/schedule/why-waiting.ts'
import type { GitFacts } from './use-git-facts.ts'

export interface LanesData {
  readonly facts: GitFacts
  readonly waits: ReadonlyMap<TaskId, Wait>
  /** The last action of each working attempt. */
  readonly actions: ReadonlyMap<AttemptId, string>
}
