/** conductor serve-run: serves API and web app for a run of another process, on the port that it has opened. */
import { once } from 'node:events'
import { Socket } from 'node:net'
import type { Console } from '../console/console.ts'
import { findWorkspace } from '../place/workspace.ts'
import { serveWeb } from './open-web.ts'
import type { ServerAddress } from './server-address.ts'
import { FIRST_VISITOR, SERVES, TAKEN_PORT } from './web-process.ts'

/** Ends when the coordinator asks it to. When that is gone, the channel to it closes, and bin/conductor.js ends us. */
export async function serveRunCommand(address: ServerAddress, console: Console): Promise<number> {
  delete process.env[SERVES]
  const workspace = findWorkspace(console.folder)
  await using server = await serveWeb({ workspace }, address, { fd: TAKEN_PORT })
  server.take(new Socket({ fd: FIRST_VISITOR }))
  await once(process, 'SIGTERM')
  return 0
}
