/** What suggestions in this repository rest on: its settings, its past runs, and Claude if it can be asked. */
import type { Config } from '../../config/config.ts'
import { NO_KNOWLEDGE, withEstimates } from '../../core/durations/estimate-tasks.ts'
import { makeTask, type Plan } from '../../core/plan/plan.ts'
import { taskId } from '../../core/value/ids.ts'
import { median } from '../../core/value/median.ts'
import type { ClaudeAtHand, SuggesterSettings } from '../../suggest/suggester.ts'
import { workSecondsHere } from '../plan/measured-durations.ts'
import type { Workspace } from '../place/workspace.ts'

export const suggestSettings = (
  config: Config,
  claude: ClaudeAtHand,
  workspace: Workspace,
): SuggesterSettings => ({
  agents: config.parallel,
  usual: usualTimes(workspace),
  rules: config.parallelizationRules,
  ttlSeconds: config.parallelizationCacheTtlSeconds,
  timeoutSeconds: config.parallelizationTimeoutSeconds,
  claude,
})

/** A prompt of usual size, for which no plan or person gives an estimate. */
const USUAL: Plan = {
  name: 'usual',
  groups: [],
  tasks: [
    makeTask({ id: taskId('usual'), work: { is: 'prompt', text: 'word '.repeat(60).trim() } }),
  ],
}

/** As many tasks must have been measured before their times count instead of what is assumed. */
const ENOUGH = 3

function usualTimes(workspace: Workspace): SuggesterSettings['usual'] {
  const measured = workSecondsHere(workspace)
  if (measured.length >= ENOUGH) return { usualSeconds: median(measured)!, isMeasured: true }
  const { seconds } = withEstimates(USUAL, NO_KNOWLEDGE).tasks[0]!.estimate
  return { usualSeconds: seconds, isMeasured: false }
}
