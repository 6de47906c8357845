/** How files are opened here, and whether there are terminals: asked once for the whole page. */
import { useEffect, useState } from 'react'
import { readEditor, type EditorDocument } from '../../data/api/files.ts'

let asked: Promise<EditorDocument> | null = null

/** null: not known yet. */
export function useEditor(): EditorDocument | null {
  const [editor, setEditor] = useState<EditorDocument | null>(null)
  useEffect(() => {
    asked ??= readEditor()
    asked.then(setEditor, () => (asked = null))
  }, [])
  return editor
}
