/** The access token of the web server. It is kept, so that an open page still works after a restart. */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { inHome } from '../../core/value/home-paths.ts'

export function accessToken(home: string): string {
  return keptToken(home) ?? firstToken(home)
}

/** Browsers that had access lose it. */
export function renewAccessToken(home: string): string {
  const token = newToken()
  renameSync(writtenAside(home, token), tokenIn(home))
  return token
}

/** Two servers may start at once: both use the token of the first. */
function firstToken(home: string): string {
  const aside = writtenAside(home, newToken())
  try {
    linkSync(aside, tokenIn(home))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside)
  }
  return keptToken(home) ?? renewAccessToken(home)
}

const newToken = (): string => randomBytes(24).toString('base64url')

/** null: there is no token, or its file was damaged. */
function keptToken(home: string): string | null {
  try {
    const token = readFileSync(tokenIn(home), 'utf8').trim()
    return /^[\w-]{32,}$/.test(token) ? token : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

function writtenAside(home: string, token: string): string {
  const aside = `${tokenIn(home)}.${process.pid}`
  writeFileSync(aside, `${token}\n`, { mode: 0o600 })
  return aside
}

const tokenIn = (home: string): string => inHome(home, 'accessToken')
