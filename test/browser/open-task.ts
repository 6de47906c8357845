/** Waits until a task has made a file, which says that the task has begun. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Folder } from '../conductor.ts'
import { until } from '../until.ts'

export const openTask = (place: Folder, file: string): Promise<boolean> =>
  until(`${file} is installed`, () => existsSync(join(place.path, file)))
