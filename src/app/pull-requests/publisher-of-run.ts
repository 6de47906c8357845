/** What a run needs to publish its lanes while it is conducted. */
import type { Publisher } from '../../conduct/publish/publishing.ts'
import type { Config } from '../../config/config.ts'
import type { Run } from '../../core/run/run.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import type { Workspace } from '../place/workspace.ts'
import { openPublishPlace, type PublishPlace } from './publish-place.ts'

/** null: the run publishes nothing. Disposing of the stack closes what was opened. */
export function publisherOf(
  { publishing, settings: { directory, isolation } }: Run,
  { workspace, config }: { readonly workspace: Workspace; readonly config: Config },
  stack: AsyncDisposableStack,
): Publisher | null {
  if (publishing === null || isolation === 'none') return null
  const wanted = { ...config.pullRequests, remote: publishing.remote }
  let opened: PublishPlace | null = null
  return {
    everySeconds: config.pullRequests.refreshSeconds,
    async open() {
      if (opened !== null) return { ok: true, value: opened }
      const repository = await mustFindRepository(directory, `${directory} cannot be read`)
      const place = await openPublishPlace(repository, workspace.home, wanted)
      if (place.ok) opened = stack.use(place.value)
      return place
    },
  }
}
