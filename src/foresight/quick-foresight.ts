/** Foresight that is there at once, from paths and the newest messages alone, for as long as the index is being built. */
import { Foresight } from '../core/foresight/foresight.ts'
import type { PastOfRepository } from './ports.ts'

const MOST_COMMITS = 500

export async function quickForesight(past: PastOfRepository, until: string): Promise<Foresight> {
  const foresight = new Foresight()
  await past.commits({ until, order: 'oldest-first', most: MOST_COMMITS }, (commit) => {
    foresight.index.absorb(commit)
    return 'more'
  })
  foresight.index.keepOnly((await past.tree(until)).keys())
  return foresight
}
