/** Where the built web app is, relative to this file. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The relative path is the same from src/server as from dist/chunks. */
export const WEB_FILES = fileURLToPath(new URL('../../dist/web', import.meta.url))

export const isWebBuilt = (): boolean => existsSync(join(WEB_FILES, 'index.html'))
