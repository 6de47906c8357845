/** What a start from the browser can choose, and what was chosen last here. */
import { readFileSync } from 'node:fs'
import { inHome } from '../../../core/value/home-paths.ts'
import type { ServedStartOptions, StartChoice } from '../../../server/served/served-starts.ts'
import { newestRun } from '../../look/read-runs.ts'
import type { Workspace } from '../../place/workspace.ts'
import { writePrivately } from '../../place/write-privately.ts'
import { costHere } from '../../plan/measured-durations.ts'
import { loadConfig } from '../../plan/load-plan.ts'
import { answerComplaints } from './answer-complaints.ts'

/** Kept beside the runs and not in a browser: the port of a server changes, and every browser shall ask the same. */
export const serveStartOptions = (workspace: Workspace): ServedStartOptions => ({
  read: () =>
    answerComplaints(async () => {
      const { config } = await loadConfig(workspace)
      return {
        agents: Object.keys(config.agents),
        into: config.land.into,
        next_run: Number(newestRun(workspace)?.id ?? 0) + 1,
        usd_per_hour: costHere(workspace),
        remembered: rememberedIn(workspace),
      }
    }),
  remember: (choice) =>
    writePrivately(inHome(workspace.home, 'start'), `${JSON.stringify(choice)}\n`),
})

/** A file that does not exist or is damaged remembers nothing. */
function rememberedIn({ home }: Workspace): StartChoice | null {
  try {
    const { agent, parallel, budget_usd, into, ask } = JSON.parse(
      readFileSync(inHome(home, 'start'), 'utf8'),
    ) as Readonly<Record<string, unknown>>
    return {
      agent: typeof agent === 'string' ? agent : null,
      parallel: Number.isSafeInteger(parallel) ? (parallel as number) : null,
      budget_usd: typeof budget_usd === 'number' ? budget_usd : null,
      into: typeof into === 'string' ? into : null,
      ask: ask !== false,
    }
  } catch {
    return null
  }
}
