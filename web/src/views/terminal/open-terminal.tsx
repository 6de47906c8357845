/** The button that opens a terminal in the worktree of a task, where terminals are turned on. */
import { Suspense, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { loadWhenShown } from '../../parts/load-when-shown.ts'
import { useEditor } from '../../parts/worktree/use-editor.ts'
import type { TerminalPlace } from './terminal-place.ts'

const TerminalDialog = loadWhenShown(() => import('./terminal-dialog.tsx'))

export function OpenTerminal(props: TerminalPlace) {
  const [isOpen, setOpen] = useState(false)
  if (useEditor()?.terminal !== true) return null
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Terminal
      </Button>
      <Suspense>{isOpen && <TerminalDialog {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
