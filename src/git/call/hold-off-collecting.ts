/**
 * While a run goes on nobody collects objects: `git gc --prune=now` takes what was written a moment ago and no ref
 * has yet, and even what a ref has got meanwhile. Git asks a file whether another gc is at work, and so do we.
 */
import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ifItCanBe } from '../../core/run/hindrance.ts'
import type { Repository } from './repository.ts'

/** Git believes in such a file for twelve hours; whoever is not let in now may be later. */
const LOOK_EVERY = 10_000
const BELIEVED_FOR = 12 * 60 * 60 * 1000
/** One that is at work is waited for, but not for ever. */
const LONGEST_WAIT = 30_000

export async function holdOffCollecting({ common }: Repository): Promise<Disposable> {
  const file = join(common, 'gc.pid')
  const deadline = performance.now() + LONGEST_WAIT
  while (!isHeld(file) && isCollecting(file) && performance.now() < deadline) await sleep(50)
  const timer = setInterval(() => isHeld(file), LOOK_EVERY).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      // What stays is known as that of a process which is gone.
      if (isOurs(file)) ifItCanBe(() => rmSync(file, { force: true }))
    },
  }
}

/** What git reads of it are the first two words; the third tells others of us that it is no gc. */
const WORDS = [String(process.pid), hostname(), 'conductor']

/** Also makes it so, where that can be. */
function isHeld(file: string): boolean {
  try {
    if (isOurs(file)) utimesSync(file, new Date(), new Date())
    else {
      if (isLeft(file)) rmSync(file, { force: true })
      writeAnew(file)
    }
    return true
  } catch {
    // Someone else has it, or nothing can be written here: then it is done without.
    return false
  }
}

/** Where the disk is full the file is made and nothing can be written into it. */
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

/** By a process of this machine that is gone, by one that could not write, or so long ago that git would not mind. */
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
