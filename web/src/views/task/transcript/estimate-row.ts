/** How high a row will be, before it has been shown and measured. */
import type { Row } from './rows.ts'

const LINE = 20
/** Making the preview of each call that is out of sight would take longer than measuring those in sight. */
const ESTIMATED_CALL = 150

export function estimateRow(row: Row | { readonly is: 'needs' }): number {
  if (row.is === 'needs') return 240
  if (row.is === 'block') return linesIn(row.text) * 18 + 4
  const { item } = row
  switch (item.is) {
    case 'said':
      return 24 + item.texts.reduce((sum, text) => sum + linesIn(text), 0) * LINE
    case 'told':
      return 60
    case 'call':
      return row.isOpen ? 60 : ESTIMATED_CALL
    case 'todos':
      return 50 + item.todos.length * 24
    case 'permission':
    case 'question':
      return 90
    default:
      return 34
  }
}

const linesIn = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 110), 0)
