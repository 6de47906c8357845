/** Finds a program as a shell would. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'

/** The absolute path; null when the program does not exist or may not be run. A name with a "/" is not searched for. */
export function findProgram(name: string, path = process.env['PATH'] ?? ''): string | null {
  if (name.includes('/')) return isProgram(resolve(name)) ? resolve(name) : null
  const places = path.split(delimiter).filter(isAbsolute)
  return places.map((place) => resolve(place, name)).find(isProgram) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
