/** Opens links in the user's browser, where there is a desktop. */
import { spawn, spawnSync } from 'node:child_process'
import { makeTicket } from '../../server/http/ticket.ts'
import type { WebPage } from '../../tui/terminal-view.ts'

/** The page that the live view can open. */
export const pageAt = (link: string | null): WebPage | null =>
  link === null ? null : { link, open: () => openInBrowser(link) }

/** false: there is no browser. */
export function openInBrowser(link: string): boolean {
  const command = opener()
  if (command === null) return false
  const child = spawn(command, [withTicket(link)], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
  return true
}

/** Every user of this machine can read the arguments of a command, so a ticket replaces the token. */
function withTicket(link: string): string {
  const url = new URL(link)
  const token = url.searchParams.get('token')
  if (token === null) return link
  url.searchParams.delete('token')
  url.searchParams.set('ticket', makeTicket(token))
  return url.href
}

export const hasBrowser = (): boolean => opener() !== null

function opener(): string | null {
  if (process.platform === 'darwin') return 'open'
  const hasDesktop = ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => Boolean(process.env[name]))
  return hasDesktop && spawnSync('xdg-open', ['--version']).status === 0 ? 'xdg-open' : null
}
