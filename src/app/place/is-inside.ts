/** Whether a path stays inside a folder once its links are followed. */
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

export function isInside(folder: string, path: string): boolean {
  const way = relative(realpathSync(folder), whereIs(resolve(folder, path)))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** A path that does not exist would be in its folder. */
function whereIs(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path === dirname(path)) return '/'
    return join(whereIs(dirname(path)), basename(path))
  }
}
