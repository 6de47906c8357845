import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commitId, laneName } from '../../core/value/ids.ts'
import { listeningPorts } from './listening-ports.ts'
import { openWorktreeRecords } from './worktree-record.ts'

it('tells the ports of worktrees on which something listens', async () => {
  const home = mkdtempSync(join(tmpdir(), 'conductor-ports-'))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const record = {
      lane: laneName('task-api'),
      branch: 'task-api',
      path: '/w/shop-task-api',
      base: commitId('a'.repeat(40)),
      createdAt: 1,
      usedAt: 1,
      port: port - 1,
      status: 'working' as const,
      tip: null,
      handedOverAt: 1,
      run: null,
      task: null,
      attempt: null,
    }
    const records = openWorktreeRecords(home)
    records.write(record)
    records.write({ ...record, path: '/w/gone', status: 'branch-only' })
    records.write({ ...record, path: '/w/none', port: null })
    expect(await listeningPorts(home, 2)).toEqual([
      { lane: 'task-api', path: '/w/shop-task-api', port },
    ])
    expect(await listeningPorts(home, 1)).toEqual([])
  } finally {
    server.close()
    rmSync(home, { recursive: true })
  }
})
