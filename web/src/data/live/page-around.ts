/** What the live run needs of the page it is in: sockets, when somebody looks, when to paint. */
import type { Around } from './socket-line.ts'

export const pageAround = (path: string): Around => ({
  connect() {
    const url = new URL(path, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    return new WebSocket(url)
  },
  async knock() {
    try {
      return (await fetch('/api/session', { cache: 'no-store' })).status
    } catch {
      // The network says nothing more than that it could not.
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

/** With the next frame. A page that nobody sees gets none, but its title should still be right. */
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

/** By itself once for each build of the server, and never under somebody's hands: they are offered a button. */
export function renewPage(build: string): void {
  if (isBusy() || sessionStorage.getItem(RENEWED_FOR) === build) return
  sessionStorage.setItem(RENEWED_FOR, build)
  location.reload()
}

const RENEWED_FOR = 'conductor-renewed-for'

/** Somebody types, decides, or has words in a box that would be lost. */
const isBusy = (): boolean =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')
