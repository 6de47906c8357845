/** Tells when another process may have written to a store, sooner than polling would. */
import { watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'

/** The system reports a write a moment before it is committed to the disk, so the store is checked a few times. */
const LOOKS = 5
const LOOK_EVERY = 3

/**
 * Watches the folder instead of the file, because the file comes and goes. Where watching is impossible,
 * `moved` is never called.
 */
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
    // There are too many watchers on this machine, or the file system reports no changes.
    return null
  }
}
