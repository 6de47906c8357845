/** Lets several tests begin in a situation that only the first of them has to reach; the others get a copy, at the same path. */
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { repositoryIn, type RepositoryFolder } from './conductor.ts'
import { tempFolder } from './repository/temp-folder.ts'

/** To be called outside of tests. What it returns gives a repository, which is to be disposed of before the next one. */
export function reachOnce(reach: () => Promise<RepositoryFolder>): () => Promise<RepositoryFolder> {
  const kept = tempFolder()
  afterAll(() => kept[Symbol.dispose]())
  const copy = join(kept.path, 'copy')
  let top: string | null = null
  return async () => {
    if (top !== null) return bringBack(copy, top)
    const shop = await reach()
    top = dirname(shop.path)
    copyAll(top, copy)
    return shop
  }
}

function bringBack(copy: string, top: string): RepositoryFolder {
  copyAll(copy, top)
  const shop = repositoryIn(top)
  // Git takes a copied file for a changed one until it has looked at it.
  shop.git('update-index', '-q', '--refresh')
  return shop
}

const copyAll = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
