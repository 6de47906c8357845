/** Tells browsers that ask for it how all projects stand: at once, and after each change. */
import type { ProjectDocument } from '../../core/projects/project-document.ts'
import type { FromServer } from '../live/messages.ts'
import type { Watcher } from '../live/live-transcripts.ts'
import type { Glances } from './glances.ts'
import type { ServedHub } from './served-hub.ts'

export interface LiveProjects {
  watch(watcher: Watcher): void
  leave(watcher: Watcher): void
}

export function openLiveProjects(hub: ServedHub, glances: Glances): LiveProjects {
  const { current, folder } = hub
  const watchers = new Map<Watcher, () => void>()
  return {
    watch(watcher) {
      if (watchers.has(watcher)) return
      const tell = (projects: readonly ProjectDocument[]): void => {
        const message: FromServer = { type: 'projects', current, folder, projects }
        // A browser that does not read is told the next change, which holds everything.
        if (watcher.isReady()) watcher.tell(JSON.stringify(message))
      }
      watchers.set(watcher, glances.subscribe(tell))
      void glances.rows().then((rows) => watchers.has(watcher) && tell(rows))
    },
    leave(watcher) {
      watchers.get(watcher)?.()
      watchers.delete(watcher)
    },
  }
}
