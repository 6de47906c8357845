/** Starts runs for the browser: each in a process of its own, which outlives the server. */
import { runId, type RunId } from '../../../core/value/ids.ts'
import type { Started, StartRequest } from '../../../server/served/served-starts.ts'
import { Complaint } from '../../console/complain.ts'
import { mustBeInside, USUAL_FILE } from './served-plan.ts'
import { startDetachedRun, type Typed } from '../../conduct/start-detached-run.ts'
import type { Workspace } from '../../place/workspace.ts'

export async function startServed(request: StartRequest, workspace: Workspace): Promise<Started> {
  const file = request.file ?? USUAL_FILE
  return orComplaint(async () => {
    mustBeInside(file, workspace)
    return started({ command: 'run', options: flagsOf(request), words: [file] }, workspace)
  })
}

export const resumeServed = (run: RunId, workspace: Workspace): Promise<Started> =>
  orComplaint(() => started({ command: 'resume', options: ['--no-ui'], words: [run] }, workspace))

const flagsOf = ({
  parallel,
  agent,
  budgetUsd,
  into,
  hold,
  unfinished,
  on_top,
}: StartRequest): readonly string[] => [
  '--no-ui',
  ...(unfinished === null ? [] : [`--${unfinished}`]),
  ...(parallel === null ? [] : [`--parallel=${parallel}`]),
  ...(agent === null ? [] : [`--agent=${agent}`]),
  ...(budgetUsd === null ? [] : [`--budget=${budgetUsd}`]),
  ...(into === null ? [] : [`--into=${into}`]),
  ...(hold ? ['--hold'] : []),
  ...(on_top ? ['--on-top'] : []),
]

async function started(typed: Typed, { root }: Workspace): Promise<Started> {
  const { run } = await startDetachedRun(typed, root)
  return { ok: true, run: runId(Number(run)) }
}

async function orComplaint(start: () => Promise<Started>): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return { ok: false, message: error.message, hint: error.hint }
  }
}
