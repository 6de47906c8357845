/** The focus is lost when what has it, or what it would go back to, is no longer on the page. */
const LOST = 'focus-lost'

/** To be called when a dialog gives the focus back, which it cannot if that element is gone. */
export function tellLostFocus(): void {
  if (document.activeElement === document.body) document.dispatchEvent(new Event(LOST))
}

export function onLostFocus(find: () => void): () => void {
  document.addEventListener(LOST, find)
  return () => document.removeEventListener(LOST, find)
}
