/** What to type to call this program: a user who copies one of our hints must reach this program and no other. */
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { shellWord } from '../../core/text/command-line.ts'
import { findProgram } from '../../processes/find-program.ts'

const NAME = 'conductor'

/** In that folder: by its name if a shell finds it, by npx if npx finds it, else by its path. */
export function ownCommand(
  folder: string,
  program: string = process.argv[1]!,
  path: string = process.env['PATH'] ?? '',
): string {
  const own = realpathSync(program)
  if (isSame(findProgram(NAME, pathOfShell(path)), own)) return NAME
  return npxFinds(folder, own) ? `npx ${NAME}` : shellWord(own)
}

/** npm and npx put such folders on the PATH of this process only: the user's shell does not have them. */
const pathOfShell = (path: string): string =>
  path
    .split(delimiter)
    .filter((place) => !place.includes('node_modules') && !place.includes('node-gyp-bin'))
    .join(delimiter)

const isSame = (file: string | null, own: string): boolean =>
  file !== null && existsSync(file) && realpathSync(file) === own

/** npx looks in the nearest project; if we are not there, it would fetch another package of the same name. */
function npxFinds(folder: string, own: string): boolean {
  const project = projectAround(folder)
  if (project === null) return false
  const isOurs = own === join(project, 'bin', 'conductor.js')
  return isOurs || isSame(join(project, 'node_modules', '.bin', NAME), own)
}

function projectAround(folder: string): string | null {
  const isProject = ['package.json', 'node_modules'].some((file) => existsSync(join(folder, file)))
  if (isProject) return realpathSync(folder)
  return dirname(folder) === folder ? null : projectAround(dirname(folder))
}

/** Replaces our name by that command wherever a text says what to type. */
export function typedIn(folder: string, commands: readonly string[]): (text: string) => string {
  const pattern = new RegExp(
    `(?<![\\w/.'-]|npx )${NAME} (?=(?:${commands.join('|')})(?![\\w-]))`,
    'g',
  )
  let own: string | null = null
  return (text) => {
    if (text.search(pattern) < 0) return text
    own ??= ownCommand(folder)
    const command = own
    return text.replaceAll(pattern, () => `${command} `)
  }
}
