/** The user's browser, where there is a desktop to show one on. */
import { spawn, spawnSync } from 'node:child_process'
import { makeTicket } from '../../server/http/ticket.ts'
import type { WebPage } from '../../tui/terminal-view.ts'

/** For the live view. */
export const pageAt = (link: string | null): WebPage | null =>
  link === null ? null : { link, open: () => openInBrowser(link) }

/** false: there is no browser to open it in. */
export function openInBrowser(link: string): boolean {
  const command = opener()
  if (command === null) return false
  const child = spawn(command, [withTicket(link)], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
  return true
}

/** Everybody on this machine can read what a command is given. */
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
