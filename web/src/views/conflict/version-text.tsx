/** A version of a file or hunk, shown as plain text: markup in it is not interpreted. */
import type { ReactNode } from 'react'
import type { Keep } from '../../../../src/core/conflict/conflict.ts'
import type { VersionDocument } from '../../../../src/core/conflict/conflict-document.ts'

export interface HunkTextProps {
  readonly name: string
  readonly text: string
  readonly isKept?: boolean
}

export const HunkText = ({ name, text, isKept = false }: HunkTextProps) => (
  <Version name={name} isKept={isKept}>
    {text === '' ? <p className="quiet">nothing</p> : <pre tabIndex={0}>{text}</pre>}
  </Version>
)

export interface VersionTextProps {
  readonly name: string
  readonly version: VersionDocument | null
  readonly isKept?: boolean
}

/** Long files are cut: their diff shows what has changed. */
const MOST_CHARACTERS = 20_000

export const VersionText = ({ name, version, isKept = false }: VersionTextProps) => (
  <Version name={name} isKept={isKept}>
    {version === null ? (
      <p className="quiet">no such file</p>
    ) : version.text === null ? (
      <p className="quiet">
        <span className="mono">{version.path}</span>, mode {version.mode},{' '}
        <span className="mono">{version.blob.slice(0, 9)}</span>
      </p>
    ) : (
      <pre tabIndex={0}>{version.text.slice(0, MOST_CHARACTERS)}</pre>
    )}
  </Version>
)

interface VersionProps {
  readonly name: string
  readonly isKept: boolean
  readonly children: ReactNode
}

const Version = ({ name, isKept, children }: VersionProps) => (
  <figure className="conflict-version" data-kept={isKept}>
    <figcaption>
      {name} {isKept && <span className="conflict-kept">kept</span>}
    </figcaption>
    {children}
  </figure>
)

export const isKeptIn = (kept: Keep | null, side: 'landed' | 'task'): boolean =>
  kept === side || kept === 'both'
