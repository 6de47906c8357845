/** What the live run needs of its page: sockets, when the user looks at the page again, when to render. */
import { apiPathIn } from '../api/project.ts'
import type { Around } from './socket-line.ts'

/** The live socket of a project. */
export const pageAround = (project: string | null): Around => ({
  connect() {
    const url = new URL(apiPathIn(project, '/api/live'), location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    return new WebSocket(url)
  },
  async knock() {
    try {
      const session = apiPathIn(project, '/api/session')
      return (await fetch(session, { cache: 'no-store' })).status
    } catch {
      // fetch does not tell why it failed.
      return null
    }
  },
  onReturn(listener) {
    const ifSeen = (): void => {
      if (!document.hidden) listener()
    }
    window.addEventListener('online', listener)
    document.addEventListener('visibilitychange', ifSeen)
    return () => {
      window.removeEventListener('online', listener)
      document.removeEventListener('visibilitychange', ifSeen)
    }
  },
})

/** Calls `tell` with the next frame. A hidden page gets no frames, so a timer calls it: the title must stay right. */
export function whenSeen(tell: () => void): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(late)
    tell()
  })
  const late = setTimeout(() => {
    cancelAnimationFrame(frame)
    tell()
  }, 250)
}

/** Reloads the page, once for each build of the server; not while the user is busy: the banner offers a button. */
export function renewPage(build: string): void {
  if (isBusy() || sessionStorage.getItem(RENEWED_FOR) === build) return
  sessionStorage.setItem(RENEWED_FOR, build)
  location.reload()
}

const RENEWED_FOR = 'conductor-renewed-for'

/** The user types, has a dialog open, or has text in a box that a reload would lose. */
const isBusy = (): boolean =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')
