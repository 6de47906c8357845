/** Where orbs, names, labels and lines are on the screen, in small squares. */

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An orb on the screen, with what is drawn around it. */
export interface Ball {
  readonly orb: number
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface Line {
  readonly points: readonly { readonly x: number; readonly y: number }[]
  /** How much it hides text that stands on it. */
  readonly weight: number
}

const CELL = 6
const FIRST_BALL = 2

export class LabelGrid {
  readonly #columns: number
  readonly #rows: number
  /** 0: free, 1: a label or a name, else the place of a ball, counted from 2. */
  readonly #taken: Int32Array
  readonly #lined: Uint8Array
  readonly #balls: Ball[] = []

  constructor(width: number, height: number) {
    this.#columns = Math.max(1, Math.floor(width / CELL))
    this.#rows = Math.max(1, Math.floor(height / CELL))
    this.#taken = new Int32Array(this.#columns * this.#rows)
    this.#lined = new Uint8Array(this.#columns * this.#rows)
  }

  draw({ points, weight }: Line): void {
    for (let i = 1; i < points.length; i++) this.#drawPiece(points[i - 1]!, points[i]!, weight)
  }

  #drawPiece(from: Line['points'][number], to: Line['points'][number], weight: number): void {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / CELL) + 1
    if (steps > this.#columns + this.#rows) return
    for (let step = 0; step <= steps; step++) {
      const column = Math.floor((from.x + ((to.x - from.x) * step) / steps) / CELL)
      const row = Math.floor((from.y + ((to.y - from.y) * step) / steps) / CELL)
      if (column >= 0 && row >= 0 && column < this.#columns && row < this.#rows)
        this.#lined[row * this.#columns + column] = weight
    }
  }

  /** How much of the box lines run through. */
  hiddenAt(box: Box): number {
    const { left, right, top, bottom } = this.#cells(box)
    let count = 0
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        count += this.#lined[row * this.#columns + column]!
    return count
  }

  takeBall(ball: Ball): void {
    const { x, y, radius } = ball
    const mark = this.#balls.push(ball) + FIRST_BALL - 1
    const [left, right] = [Math.round((x - radius) / CELL), Math.round((x + radius) / CELL)]
    const [top, bottom] = [Math.round((y - radius) / CELL), Math.round((y + radius) / CELL)]
    for (let row = Math.max(0, top); row < Math.min(this.#rows, bottom); row++)
      for (let column = Math.max(0, left); column < Math.min(this.#columns, right); column++)
        if (Math.hypot((column + 0.5) * CELL - x, (row + 0.5) * CELL - y) < radius)
          this.#taken[row * this.#columns + column] = mark
  }

  /** Pixels from the box to the nearest ball but that of this orb; more than `within` if none is so near. */
  nearestBall(box: Box, orb: number, within: number): number {
    const around = within + 2 * CELL
    const { left, right, top, bottom } = this.#cells({
      x: box.x - around,
      y: box.y - around,
      width: box.width + 2 * around,
      height: box.height + 2 * around,
    })
    const [from, to] = [Math.max(0, left), Math.min(this.#columns - 1, right)]
    let least = Infinity
    let last = 0
    for (let row = Math.max(0, top); row <= Math.min(this.#rows - 1, bottom); row++)
      for (let column = from; column <= to; column++) {
        const mark = this.#taken[row * this.#columns + column]!
        if (mark < FIRST_BALL || mark === last) continue
        last = mark
        const ball = this.#balls[mark - FIRST_BALL]!
        if (ball.orb !== orb) least = Math.min(least, awayFrom(box, ball) - ball.radius)
      }
    return Math.max(0, least)
  }

  take(box: Box): void {
    const { left, right, top, bottom } = this.#cells(box)
    for (let row = Math.max(0, top); row <= Math.min(this.#rows - 1, bottom); row++)
      this.#taken.fill(
        1,
        row * this.#columns + Math.max(0, left),
        row * this.#columns + Math.min(this.#columns, right + 1),
      )
  }

  isFree(box: Box): boolean {
    const { left, right, top, bottom } = this.#cells(box)
    if (left < 0 || top < 0 || right >= this.#columns || bottom >= this.#rows) return false
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        if (this.#taken[row * this.#columns + column] !== 0) return false
    return true
  }

  #cells({ x, y, width, height }: Box): {
    left: number
    right: number
    top: number
    bottom: number
  } {
    return {
      left: Math.floor(x / CELL),
      right: Math.floor((x + width - 1) / CELL),
      top: Math.floor(y / CELL),
      bottom: Math.floor((y + height - 1) / CELL),
    }
  }
}

/** Pixels from a point to the box. */
export function awayFrom(
  { x, y, width, height }: Box,
  at: { readonly x: number; readonly y: number },
): number {
  return Math.hypot(
    Math.max(x - at.x, 0, at.x - x - width),
    Math.max(y - at.y, 0, at.y - y - height),
  )
}
