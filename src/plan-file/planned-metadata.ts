/** What an earlier plan wrote into a file, as far as the file still says so. */
import type { EditableYaml } from '../yaml-file/editable-yaml.ts'

export interface Planned {
  /** The digest of the name; null: nothing is known. */
  readonly name: string | null
  /** The digests of the paragraphs of the header. */
  readonly comment: ReadonlySet<string>
  /** The digests of the keys of each task. */
  readonly tasks: ReadonlyMap<string, string>
}

export function readPlanned(file: EditableYaml): Planned {
  const planned = mappingIn(mappingIn(file.root.get('metadata'))['planned'])
  const { name, comment } = planned
  return {
    name: typeof name === 'string' ? name : null,
    comment: new Set(typeof comment === 'string' ? comment.split('.') : []),
    tasks: new Map(listIn(planned['tasks']).flatMap(readDigests)),
  }
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** "id digests" */
function readDigests(entry: unknown): readonly (readonly [string, string])[] {
  const [id, digests] = typeof entry === 'string' ? entry.split(' ') : []
  return id === undefined || digests === undefined ? [] : [[id, digests]]
}

const mappingIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
