/** A hub with a single project, for a server that was given no list. */
import { notNow } from '../http/api-error.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { ListedProject, ServedHub } from './served-hub.ts'

export function aloneHub(served: ServedRepository): ServedHub {
  const { id, name, folder, log, conductedRun, frozen } = served
  const only: ListedProject = { id, name, root: folder, isThere: true }
  return {
    current: id,
    folder,
    list: () => [only],
    add: refuse,
    remove: refuse,
    open: refuse,
    glance: () => ({ log, conductedRun, frozen, [Symbol.dispose]() {} }),
  }
}

function refuse(): never {
  throw notNow('only_project', 'this server serves a single repository', null)
}
