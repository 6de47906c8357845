/** Marks the words that the user looks for in the rows in sight, without changing the rows. */
import { useEffect, type RefObject } from 'react'

const NAME = 'found-words'

export function useMarkedWords(place: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const element = place.current
    if (element === null || words === '' || !('highlights' in CSS)) return
    let frame = 0
    const mark = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() =>
        CSS.highlights.set(NAME, new Highlight(...rangesIn(element, words.toLowerCase()))),
      )
    }
    // The rows in sight change as the user scrolls.
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    mark()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      CSS.highlights.delete(NAME)
    }
  }, [place, words])
}

function rangesIn(element: HTMLElement, words: string): readonly Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  while (walker.nextNode() !== null) {
    const node = walker.currentNode
    const text = (node.nodeValue ?? '').toLowerCase()
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + words.length)
      ranges.push(range)
    }
  }
  return ranges
}
