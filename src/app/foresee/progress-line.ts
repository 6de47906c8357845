/** Tells people what takes long, once it has taken longer than a second, and not too often. */
import type { Progress, Tell } from '../../foresight/progress.ts'

const SILENT_MS = 1000
const EVERY_MS = 1000

export function progressLine(say: (text: string) => void): Tell {
  const began = performance.now()
  let last = began + SILENT_MS - EVERY_MS
  return (progress) => {
    const now = performance.now()
    if (now - last < EVERY_MS) return
    last = now
    say(sayProgress(progress))
  }
}

function sayProgress({ doing, done, of }: Progress): string {
  const far = of === 0 ? `${done}` : `${done} of ${of}`
  switch (doing) {
    case 'history':
      return `reading the history: ${far} commits`
    case 'contents':
      return `reading the files: ${far}`
    case 'learning':
      return `learning from the newest commits: ${far}`
  }
}
