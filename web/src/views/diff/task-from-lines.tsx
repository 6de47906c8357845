/** A button for the lines of a diff that are selected: a new task about them. */
import { useEffect, useState } from 'react'
import { openNewTask } from '../../act/new-work.ts'
import { Button } from '../../parts/button.tsx'
import { aboutLines, type SelectedLines } from './about-lines.ts'
import { anchorOf } from './anchor-of.ts'
import './task-from-lines.css'

export function TaskFromLines({ paths }: { readonly paths: readonly string[] }) {
  const selected = useSelectedLines(paths)
  if (selected === null) return null
  return (
    <div className="task-from-lines">
      <Button kind="primary" onClick={() => openNewTask(aboutLines(selected))}>
        New task about these lines
      </Button>
    </div>
  )
}

function useSelectedLines(paths: readonly string[]): SelectedLines | null {
  const [selected, setSelected] = useState<SelectedLines | null>(null)
  useEffect(() => {
    const look = (): void => setSelected(selectedLines(paths))
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [paths])
  return selected
}

/** null: nothing is selected, or something outside of the lines of one file. */
function selectedLines(paths: readonly string[]): SelectedLines | null {
  const selection = document.getSelection()
  const quote = selection?.toString() ?? ''
  if (selection === null || quote.trim() === '') return null
  const [first, last] = [rowOf(selection.anchorNode), rowOf(selection.focusNode)]
  const file = first?.closest('.file-diff') ?? null
  if (first === null || last === null || file === null || last.closest('.file-diff') !== file)
    return null
  const path = paths.find((one) => anchorOf(one) === file.id)
  return path === undefined ? null : { path, from: numberOf(first), to: numberOf(last), quote }
}

const rowOf = (node: Node | null): Element | null =>
  (node instanceof Element ? node : (node?.parentElement ?? null))?.closest('.diff-line') ?? null

/** The last number of a row is that of the new text, if it has one. */
function numberOf(row: Element): number | null {
  const numbers = [...row.querySelectorAll('.diff-gutter')]
    .map(({ textContent }) => Number.parseInt(textContent ?? '', 10))
    .filter((number) => Number.isInteger(number))
  return numbers.at(-1) ?? null
}
