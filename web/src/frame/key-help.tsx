/** The dialog that lists every shortcut of the current view, by group. */
import { Dialog } from '../parts/dialog.tsx'
import { allShortcuts, type Shortcut } from '../parts/keys/shortcuts.ts'
import './key-help.css'

const ALWAYS: readonly Omit<Shortcut, 'run'>[] = [
  { keys: 'Ctrl K', label: 'Search tasks and commands', group: 'Go' },
  { keys: 'Esc', label: 'Close the open dialog or menu', group: 'Help' },
]

export default function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const groups = Map.groupBy([...ALWAYS, ...allShortcuts()], ({ group }) => group)
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div className="key-groups">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {shortcuts.map(({ keys, also, label }) => (
                <div key={keys}>
                  <dt>
                    {namesOf(keys).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                    {also !== undefined && (
                      <>
                        {' or '}
                        <kbd>{SIGNS[also] ?? also}</kbd>
                      </>
                    )}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Without a name the space bar would be invisible in the list. */
const namesOf = (keys: string): readonly string[] => (keys === ' ' ? ['Space'] : keys.split(' '))
