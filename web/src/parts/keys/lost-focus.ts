/** The focus is lost when the element that has it, or that it would go back to, is no longer on the page. */
const LOST = 'focus-lost'

/** To be called when a dialog gives the focus back, which fails if the element before it is gone. */
export function tellLostFocus(): void {
  if (document.activeElement === document.body) document.dispatchEvent(new Event(LOST))
}

export function onLostFocus(find: () => void): () => void {
  document.addEventListener(LOST, find)
  return () => document.removeEventListener(LOST, find)
}
