/** conductor serve: the web app for a repository, whether or not a run goes on. */
import type { Console } from './console.ts'
import { findWeb, openWeb, type WebOptions } from './open-web.ts'
import { findWorkspace, prepareWorkspace } from './workspace.ts'

export async function serveCommand(options: WebOptions, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  prepareWorkspace(workspace)
  const other = findWeb(workspace.home)
  if (other !== null) {
    console.answer(`Served already: ${other.link}`, {
      link: other.link,
      served_by: other.process.pid,
    })
    return 0
  }
  await using web = await openWeb(workspace, options)
  console.answer(`Open ${web.link}\nEnd with Ctrl-C.`, { link: web.link })
  await untilInterrupted()
  return 0
}

const untilInterrupted = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve())
  })
