/** The search dialog: go to a task, do something with it, go to a view. */
import { useMemo, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import { allShortcuts } from '../../parts/keys/shortcuts.ts'
import { useLiveShown } from '../../data/live/shown-run.tsx'
import { useOtherProjects } from '../../data/live/use-projects.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { StateShape } from '../../parts/state-mark.tsx'
import { entriesFor, type PaletteEntry } from './palette-entries.ts'
import './palette.css'

const MOST_SHOWN = 50

export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const shown = useLiveShown()
  const projects = useOtherProjects()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  // Read once, before the open dialog takes the keys.
  const [shortcuts] = useState(allShortcuts)
  const entries = useMemo(
    () => entriesFor(typed, { shown, shortcuts, projects, navigate }).slice(0, MOST_SHOWN),
    [typed, shown, shortcuts, projects, navigate],
  )
  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') {
      // The entry may open a dialog, whose button would be pressed by the same key.
      event.preventDefault()
      choose(entries[at])
    }
    if (step === undefined) return
    event.preventDefault()
    setAt((now) => (now + step + entries.length) % Math.max(entries.length, 1))
  }
  return (
    <Dialog title="Search" onClose={onClose}>
      <div className="palette">
        <input
          className="search"
          role="combobox"
          aria-label="Search tasks and commands"
          aria-expanded="true"
          aria-controls="palette-entries"
          aria-activedescendant={entries.length > 0 ? `palette-${at}` : undefined}
          placeholder="A task or an action …"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <ul id="palette-entries" role="listbox" aria-label="Found">
          {entries.map((entry, i) => (
            <li
              key={entry.id}
              id={`palette-${i}`}
              role="option"
              aria-selected={i === at}
              ref={(node) => {
                if (i === at) node?.scrollIntoView({ block: 'nearest' })
              }}
              onPointerMove={() => setAt(i)}
              onClick={() => choose(entry)}
            >
              {entry.status !== null && <StateShape status={entry.status} />}
              <span className="cut">{entry.label}</span>
              <span className="quiet">{entry.aside}</span>
            </li>
          ))}
        </ul>
        {entries.length === 0 && <p className="quiet">Nothing has that name.</p>}
      </div>
    </Dialog>
  )
}
