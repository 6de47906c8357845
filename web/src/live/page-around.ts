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
