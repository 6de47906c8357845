/** The keys that go from thing to thing: the arrows, and the letters that vi has for them. */
export type Direction = 'left' | 'right' | 'up' | 'down'

export const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  h: 'left',
  l: 'right',
  k: 'up',
  j: 'down',
}
