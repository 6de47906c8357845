/**
 * Keeps `git gc` away while a run goes on: `git gc --prune=now` deletes objects that were written a moment
 * ago and that no ref has yet, and even some that a ref has got meanwhile. Git looks into gc.pid to see
 * whether another gc is at work, so we write ourselves into that file.
 */
import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ifItCanBe } from '../../core/run/hindrance.ts'
import type { Repository } from './repository.ts'

/** Git believes gc.pid for twelve hours. If the file cannot be ours now, we try again every ten seconds. */
const LOOK_EVERY = 10_000
const BELIEVED_FOR = 12 * 60 * 60 * 1000
/** We wait for a gc that is at work, but not for ever. */
const LONGEST_WAIT = 30_000

export async function holdOffCollecting({ common }: Repository): Promise<Disposable> {
  const file = join(common, 'gc.pid')
  const deadline = performance.now() + LONGEST_WAIT
  while (!isHeld(file) && isCollecting(file) && performance.now() < deadline) await sleep(50)
  const timer = setInterval(() => isHeld(file), LOOK_EVERY).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      // If the file cannot be removed, git sees that the process in it is gone.
      if (isOurs(file)) ifItCanBe(() => rmSync(file, { force: true }))
    },
  }
}

/** Git reads the first two words; the third tells other Conductor processes that this is no gc. */
const WORDS = [String(process.pid), hostname(), 'conductor']

/** Whether gc.pid is ours; takes it when that is possible. */
function isHeld(file: string): boolean {
  try {
    if (isOurs(file)) utimesSync(file, new Date(), new Date())
    else {
      if (isLeft(file)) rmSync(file, { force: true })
      writeAnew(file)
    }
    return true
  } catch {
    // Another process has the file, or nothing can be written here: then the run works without it.
    return false
  }
}

/** On a full disk the file is created but stays empty; then it is removed again. */
function writeAnew(file: string): void {
  const handle = openSync(file, 'wx')
  try {
    writeSync(handle, WORDS.join(' '))
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

const wordsIn = (file: string): readonly string[] => {
  try {
    return readFileSync(file, 'utf8').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

const isOurs = (file: string): boolean => wordsIn(file).join(' ') === WORDS.join(' ')

const isCollecting = (file: string): boolean => {
  const words = wordsIn(file)
  return words.length > 0 && words[2] !== WORDS[2]
}

/**
 * Whether gc.pid was left by a process of this machine that is gone, by one that could not write into it,
 * or so long ago that git ignores it.
 */
function isLeft(file: string): boolean {
  const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (madeAt === undefined) return false
  const [pid, host] = wordsIn(file)
  const isGone = pid === undefined || (host === hostname() && !isThere(Number(pid)))
  return isGone || Date.now() - madeAt > BELIEVED_FOR
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
