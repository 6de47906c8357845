/** A temporary folder, removed when it is disposed of; a new one, unless an existing one is given. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function tempFolder(existing?: string): Disposable & { readonly path: string } {
  const path = existing ?? realpathSync(mkdtempSync(join(tmpdir(), 'conductor-test-')))
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}
