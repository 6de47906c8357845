/** conductor expertise: what the runs of this repository have taught, and writing that for agents. */
import { chooseExpertise } from '../../core/expertise/choose-expertise.ts'
import { experiencesOf } from '../../core/expertise/experience.ts'
import { expertiseFrom, type Expertise } from '../../core/expertise/expertise.ts'
import type { ExportWish } from '../../core/expertise/exported.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import { paint } from '../../report-text/paint.ts'
import { sayExpertise, sayExport } from '../../report-text/say-expertise.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { openStoreToRead } from '../look/read-runs.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { exportHere } from './export-here.ts'

export function expertiseCommand(console: Console): number {
  const domains = learnHere(findWorkspace(console.folder))
  console.answer(sayExpertise(domains, paint(console.colour)), { domains })
  return 0
}

/** Exit code 1: a file was not written, because a person has changed it. */
export async function exportExpertiseCommand(
  domains: readonly string[],
  wish: ExportWish,
  console: Console,
): Promise<number> {
  refuseInAttempt()
  const workspace = findWorkspace(console.folder)
  const chosen = chooseExpertise(learnHere(workspace), domains)
  if (!chosen.ok) throw new Complaint(chosen.message, chosen.hint ?? 'see `conductor expertise`')
  const document = await exportHere(chosen.expertise, workspace, wish)
  console.answer(sayExport(document), document)
  return document.files.some(({ result }) => result === 'kept') ? 1 : 0
}

function learnHere(workspace: Workspace): readonly Expertise[] {
  const store = openStoreToRead(workspace)
  try {
    const experiences = store.runs().flatMap((id) => {
      const events = [...store.eventsOf(id)]
      const run = foldRun(events)
      return run === null ? [] : experiencesOf(run, events)
    })
    return expertiseFrom(experiences)
  } finally {
    store.close()
  }
}

/** In the worktree of an attempt, our root is the checkout of the user, which agents do not change. */
function refuseInAttempt(): void {
  if (process.env['CONDUCTOR_ATTEMPT'] === undefined) return
  throw new Complaint(
    'an agent of a run cannot write into the checkout of the user',
    'a person can export the expertise when the run is over',
  )
}
