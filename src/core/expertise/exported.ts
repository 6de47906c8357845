/** What is wanted of an export of expertise, and what it has done with each file, in the form of our JSON. */

export interface ExportWish {
  /** Only says what would be done. */
  readonly dryRun: boolean
  /** Replaces files that others have changed, too, and keeps a copy of them. */
  readonly force: boolean
}

export interface ExportedFile {
  /** From the top of the repository. */
  readonly path: string
  readonly result: (typeof EXPORT_RESULTS)[number]
  /** Why the file was kept, or would have been kept without force; null: nothing was in the way. */
  readonly why: string | null
  /** Where the replaced file is; null: nothing of others was replaced. */
  readonly copy: string | null
}

/** kept: a person has changed the file, so it stays as it is. */
export const EXPORT_RESULTS = ['created', 'updated', 'unchanged', 'kept'] as const

export type Exported =
  | { readonly ok: true; readonly files: readonly ExportedFile[] }
  /** isHindered: by the machine, for example because the disk is full. */
  | { readonly ok: false; readonly isHindered: boolean; readonly message: string }

export interface ExportDocument {
  /** Nothing was written; the results say what would be done. */
  readonly dry_run: boolean
  readonly files: readonly ExportedFile[]
  /** Files that git ignores, so that they will not be committed. */
  readonly ignored: readonly string[]
}
