/**
 * The address of a server in a worktree. Cookies do not distinguish ports, and an agent has written that server: so the
 * link uses another name of this machine than the page, and the browser does not send the cookie of the page there.
 */

/** null: the page comes from another machine, whose ports a browser cannot reach. */
export function portLink(hostOfPage: string, port: number): string | null {
  if (hostOfPage === 'localhost') return `http://127.0.0.1:${port}/`
  return hostOfPage === '127.0.0.1' || hostOfPage === '[::1]' ? `http://localhost:${port}/` : null
}
