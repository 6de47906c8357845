/** The built web app, as it lies beside us. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The same from src/cli as from dist/chunks. */
export const WEB_FILES = fileURLToPath(new URL('../../dist/web', import.meta.url))

export const isWebBuilt = (): boolean => existsSync(join(WEB_FILES, 'index.html'))
