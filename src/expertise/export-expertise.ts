/** Writes the files of experts into the checkout: all of them or, when the machine refuses one, none. */
import {
  copyFileSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { decideFile, type Decision } from '../core/expertise/decide-file.ts'
import type { ExpertFile } from '../core/expertise/expert-files.ts'
import type { Exported, ExportedFile, ExportWish } from '../core/expertise/exported.ts'
import { hindranceOf } from '../core/run/hindrance.ts'
import { errorMessage } from '../core/text/error-message.ts'
import { foldersAbove } from '../core/value/folders-above.ts'
import { foundFile, whyNotThere } from './look-at-files.ts'
import { marked } from './mark-file.ts'

export interface ExportPlace {
  /** The top of the checkout. */
  readonly root: string
  /** Where copies of files go before they are replaced by force. */
  readonly kept: string
}

export function exportExpertise(
  files: readonly ExpertFile[],
  place: ExportPlace,
  wish: ExportWish,
): Exported {
  try {
    const refusal = files
      .map(({ path }) => whyNotThere(place.root, path))
      .find((why) => why !== null)
    if (refusal != null)
      return { ok: false, isHindered: false, message: `${refusal}; nothing was written` }
    const steps = files.map((file) => stepFor(file, place, wish))
    if (!wish.dryRun) writeAll(steps, place)
    return { ok: true, files: steps.map(exportedOf) }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { ok: false, isHindered: true, message: sayHindered(error) }
  }
}

const sayHindered = (error: Error): string =>
  `the files could not be written: ${hindranceOf(error)?.is === 'disk-full' ? 'the disk is full' : errorMessage(error)}`

interface Step {
  readonly file: ExpertFile
  readonly decision: Decision
  readonly isWritten: boolean
  /** Where a copy of what others wrote goes; null: there is nothing to keep. */
  readonly copy: string | null
}

function stepFor(file: ExpertFile, place: ExportPlace, { force }: ExportWish): Step {
  const decision = decideFile(file, foundFile(place.root, file.path))
  const isForced = decision.is === 'keep' && force
  return {
    file,
    decision,
    isWritten: decision.is === 'create' || decision.is === 'update' || isForced,
    copy: isForced ? freeName(place.kept, file.path) : null,
  }
}

/** `api-question.md-1` */
function freeName(kept: string, path: string): string {
  const name = `${basename(dirname(path))}-${basename(path)}`
  for (let number = 1; ; number++)
    if (!existsSync(join(kept, `${name}-${number}`))) return join(kept, `${name}-${number}`)
}

/** Everything is on the disk beside its place before the first file takes its place. */
function writeAll(steps: readonly Step[], { root }: ExportPlace): void {
  using undone = new DisposableStack()
  const ready = steps
    .filter(({ isWritten }) => isWritten)
    .map(({ file, copy }) => {
      const path = join(root, file.path)
      const next = `${path}.${randomUUID()}.new`
      makeFolders(root, file.path, undone)
      undone.defer(() => ifPossible(() => rmSync(next, { force: true })))
      writeFileSync(next, marked(file.path, file.text), { flag: 'wx', flush: true })
      return { path, next, copy }
    })
  for (const { path, copy } of ready) if (copy !== null) keepCopy(path, copy)
  for (const { path, next } of ready) renameSync(next, path)
  undone.move()
}

function keepCopy(path: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 })
  copyFileSync(path, copy, constants.COPYFILE_EXCL)
}

/** One by one: Node does not say that a disk is read-only when it makes several at once. Those still empty go away again. */
function makeFolders(root: string, path: string, undone: DisposableStack): void {
  for (const folder of foldersAbove(path)) {
    const at = join(root, folder)
    if (existsSync(at)) continue
    mkdirSync(at)
    undone.defer(() => ifPossible(() => rmdirSync(at)))
  }
}

/** Cleaning up must not hide why the export failed. A folder that holds other files by now stays. */
function ifPossible(clean: () => void): void {
  try {
    clean()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

function exportedOf({ file: { path }, decision, isWritten, copy }: Step): ExportedFile {
  const why = decision.is === 'keep' ? decision.why : null
  if (!isWritten) return { path, result: decision.is === 'keep' ? 'kept' : 'unchanged', why, copy }
  return { path, result: decision.is === 'create' ? 'created' : 'updated', why, copy }
}
