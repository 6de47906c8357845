/** Looks at what is in the place of a file of an expert, without following links out of the checkout. */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { FoundFile } from '../core/expertise/decide-file.ts'
import { foldersAbove } from '../core/value/folders-above.ts'
import { textAsWritten } from './mark-file.ts'

/** Nobody's expertise is larger. */
const LARGEST = 1_000_000

export function foundFile(root: string, path: string): FoundFile {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined) return { is: 'nothing' }
  const text = stat.size > LARGEST ? null : readFileSync(join(root, path), 'utf8')
  const ours = text === null ? null : textAsWritten(path, text)
  return ours === null ? { is: 'changed' } : { is: 'ours', text: ours }
}

/** Why a file cannot be written there; null: it can, as far as links and kinds of files are concerned. */
export function whyNotThere(root: string, path: string): string | null {
  for (const folder of foldersAbove(path)) {
    const why = whyNoFolder(root, folder)
    if (why !== null) return why
  }
  const file = lstatSync(join(root, path), { throwIfNoEntry: false })
  return file === undefined || file.isFile() ? null : `${path} is not a file`
}

function whyNoFolder(root: string, folder: string): string | null {
  const at = join(root, folder)
  if (lstatSync(at, { throwIfNoEntry: false }) === undefined) return null
  if (statSync(at, { throwIfNoEntry: false })?.isDirectory() !== true)
    return `${folder} is not a folder`
  return isInside(realpathSync(root), realpathSync(at))
    ? null
    : `${folder} leads out of the repository, or into its .git folder`
}

const isInside = (top: string, path: string): boolean =>
  path.startsWith(top + sep) && !path.slice(top.length).split(sep).includes('.git')
