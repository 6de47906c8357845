/** Tells when something may have been written to a store by another process, sooner than by looking now and then. */
import { watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'

/** What is written counts only when it is on the disk, a moment after the system has told us: look a few times. */
const LOOKS = 5
const LOOK_EVERY = 3

/** The folder is watched, not the file: that comes and goes. Where nothing can be watched, nothing is told. */
export function watchStore(file: string, moved: () => void): Disposable {
  const log = `${basename(file)}-wal`
  let looks = 0
  let timer: NodeJS.Timeout | undefined
  const watcher = watcherOf(dirname(file), (name) => {
    if (name !== null && name !== log) return
    looks = LOOKS
    timer ??= setInterval(look, LOOK_EVERY).unref()
  })
  return {
    [Symbol.dispose]() {
      watcher?.close()
      clearInterval(timer)
    },
  }

  function look(): void {
    moved()
    if (--looks > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function watcherOf(folder: string, changed: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => changed(name))
    return watcher.on('error', () => watcher.close())
  } catch {
    // Too many watchers on this machine, or a file system that tells nothing.
    return null
  }
}
