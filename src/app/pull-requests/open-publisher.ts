/** Opens what a run needs to publish its lanes while it is conducted. */
import type { Publisher } from '../../conduct/publish/publishing.ts'
import type { Config } from '../../config/config.ts'
import type { Run } from '../../core/run/run.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import type { Workspace } from '../place/workspace.ts'
import { openPublishPlace } from './publish-place.ts'

/** null: the run publishes nothing. Disposing of the stack closes what was opened. */
export async function openPublisher(
  run: Run,
  { workspace, config }: { readonly workspace: Workspace; readonly config: Config },
  stack: AsyncDisposableStack,
): Promise<Publisher | null> {
  const { publishing } = run
  if (publishing === null || run.settings.isolation === 'none') return null
  const { directory } = run.settings
  const repository = await mustFindRepository(directory, `${directory} cannot be read`)
  const { remote } = publishing
  const place = await openPublishPlace(repository, workspace.home, {
    ...config.pullRequests,
    remote,
  })
  stack.use(place)
  return { forge: place.forge, git: place.git, everySeconds: config.pullRequests.refreshSeconds }
}
