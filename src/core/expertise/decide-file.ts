/** Decides what becomes of a file of an expert that is there already: what people wrote is never replaced by itself. */
import type { Edition, ExpertFile } from './expert-files.ts'

/** What stands in its place: nothing, a text that we wrote (without our mark), or what others wrote or changed. */
export type FoundFile =
  | { readonly is: 'nothing' }
  | { readonly is: 'ours'; readonly text: string }
  | { readonly is: 'changed' }

export type Decision =
  | { readonly is: 'create' | 'update' | 'unchanged' }
  | { readonly is: 'keep'; readonly why: string }

export function decideFile(file: ExpertFile, found: FoundFile): Decision {
  switch (found.is) {
    case 'nothing':
      return { is: 'create' }
    case 'changed':
      return { is: 'keep', why: `${file.path} was written or changed by somebody else` }
    case 'ours': {
      if (found.text === file.text) return { is: 'unchanged' }
      const edition = editionIn(found.text)
      return file.edition !== null && edition !== null && isNewer(edition, file.edition)
        ? {
            is: 'keep',
            why: `${file.path} is ${say(edition)}, and this store has only ${say(file.edition)}`,
          }
        : { is: 'update' }
    }
  }
}

/** We wrote the text, so each field has a line of its own. null: the file has no edition. */
function editionIn(text: string): Edition | null {
  const version = /^version: (\d+)$/m.exec(text)?.[1]
  const last_updated = /^last_updated: "([\d-]+)"$/m.exec(text)?.[1]
  return version === undefined || last_updated === undefined
    ? null
    : { version: Number(version), last_updated }
}

const isNewer = (one: Edition, other: Edition): boolean =>
  one.version > other.version ||
  (one.version === other.version && one.last_updated > other.last_updated)

const say = ({ version, last_updated }: Edition): string => `version ${version} of ${last_updated}`
