/** Whether a path stays inside of a folder, wherever links in it may lead. */
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

export function isInside(folder: string, path: string): boolean {
  const way = relative(realpathSync(folder), whereIs(resolve(folder, path)))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** What is not there would be where its folder is. */
function whereIs(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path === dirname(path)) return '/'
    return join(whereIs(dirname(path)), basename(path))
  }
}
