/** Exports expertise into the checkout, for the command and for the web server. */
import { expertFiles } from '../../core/expertise/expert-files.ts'
import type { Expertise } from '../../core/expertise/expertise.ts'
import type { ExportDocument, ExportWish } from '../../core/expertise/exported.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { exportExpertise } from '../../expertise/export-expertise.ts'
import { ignoredPaths } from '../../git/call/ignored-paths.ts'
import { BAD_INPUT, Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'

export async function exportHere(
  expertise: readonly Expertise[],
  { root, home }: Workspace,
  wish: ExportWish,
): Promise<ExportDocument> {
  const files = expertise.flatMap(expertFiles)
  const exported = exportExpertise(files, { root, kept: inHome(home, 'kept') }, wish)
  if (!exported.ok)
    throw exported.isHindered
      ? new Complaint(exported.message, 'no file is incomplete; try again', COULD_NOT_GO_ON)
      : new Complaint(exported.message, 'move it away, then try again', BAD_INPUT)
  const ignored = await ignoredPaths(
    root,
    files.map(({ path }) => path),
  )
  return { dry_run: wish.dryRun, files: exported.files, ignored }
}
