/** The user's browser, where there is a desktop to show one on. */
import { spawn, spawnSync } from 'node:child_process'
import type { WebPage } from '../tui/terminal-view.ts'

/** For the live view. */
export const pageAt = (link: string | null): WebPage | null =>
  link === null ? null : { link, open: () => openInBrowser(link) }

/** false: there is no browser to open it in. */
export function openInBrowser(link: string): boolean {
  const command = opener()
  if (command === null) return false
  const child = spawn(command, [link], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
  return true
}

export const hasBrowser = (): boolean => opener() !== null

function opener(): string | null {
  if (process.platform === 'darwin') return 'open'
  const hasDesktop = ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => Boolean(process.env[name]))
  return hasDesktop && spawnSync('xdg-open', ['--version']).status === 0 ? 'xdg-open' : null
}
