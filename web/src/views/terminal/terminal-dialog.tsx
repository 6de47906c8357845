/** A terminal in the worktree of a task. Closing it ends its shell; a page that is reloaded finds it again. */
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import type { TerminalPlace } from './terminal-place.ts'
import { showTerminal } from './show-terminal.ts'
import './terminal-dialog.css'

export default function TerminalDialog({
  run,
  task,
  onClose,
}: TerminalPlace & { readonly onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  useEffect(() => showTerminal(place.current!, { run, task, onSaid: setSaid }), [run, task])
  return (
    <Dialog title={`Terminal: ${task}`} onClose={onClose} wide className="terminal-dialog">
      <div ref={place} className="terminal-place" role="group" aria-label="Terminal" />
      <p className="quiet" role="status">
        {said === '' ? 'F6 leaves the terminal. Closing this ends its shell.' : said}
      </p>
    </Dialog>
  )
}
