/** Texts of labels, each drawn once into a tile of one canvas. When it is full it is emptied, and the labels of now are drawn again. */
import type { LabelLines, LabelPart } from '../labels/label-text.ts'
import { css, type Palette } from '../look/palette.ts'

export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Fonts {
  readonly sans: string
  readonly mono: string
}

const LINE = 14
const EDGE = 2
const SPACE = 4

export class LabelTiles {
  readonly canvas = document.createElement('canvas')
  readonly #paint: CanvasRenderingContext2D
  readonly #fonts: Fonts
  readonly #widths = new Map<string, number>()
  readonly #tiles = new Map<string, Tile>()
  #ratio = 1
  #palette: Palette | null = null
  #x = 0
  #y = 0
  #shelf = 0
  #isRedrawn = true

  constructor(fonts: Fonts) {
    this.#fonts = fonts
    this.#paint = this.canvas.getContext('2d')!
  }

  /** Empties it: tiles are drawn for one theme and one density of pixels. */
  reset(palette: Palette, ratio: number): void {
    this.#palette = palette
    this.#ratio = ratio
    const size = ratio > 1 ? 2048 : 1024
    if (this.canvas.width === size) this.#paint.clearRect(0, 0, size, size)
    else this.canvas.width = this.canvas.height = size
    this.#tiles.clear()
    this.#x = this.#y = this.#shelf = 0
    this.#isRedrawn = true
  }

  /** Whether anything has been drawn since the last call. */
  takeRedrawn(): boolean {
    const isRedrawn = this.#isRedrawn
    this.#isRedrawn = false
    return isRedrawn
  }

  /** In CSS pixels. */
  sizeOf(lines: LabelLines): { readonly width: number; readonly height: number } {
    const width = Math.max(...lines.map((line) => this.#widthOf(line)))
    return { width: Math.ceil(width) + 2 * EDGE, height: lines.length * LINE + 2 }
  }

  /** null: there is no room. */
  tileOf(lines: LabelLines): Tile | null {
    const key = JSON.stringify(lines)
    const drawn = this.#tiles.get(key)
    if (drawn !== undefined) return drawn
    const tile = this.#allot(this.sizeOf(lines))
    if (tile === null) return null
    this.#draw(lines, tile)
    this.#isRedrawn = true
    this.#tiles.set(key, tile)
    return tile
  }

  #allot({ width, height }: { readonly width: number; readonly height: number }): Tile | null {
    const [w, h] = [Math.ceil(width * this.#ratio), Math.ceil(height * this.#ratio)]
    if (this.#x + w > this.canvas.width) {
      this.#x = 0
      this.#y += this.#shelf + 1
      this.#shelf = 0
    }
    if (this.#y + h > this.canvas.height) return null
    const tile = { x: this.#x, y: this.#y, width: w, height: h }
    this.#x += w + 1
    this.#shelf = Math.max(this.#shelf, h)
    return tile
  }

  #draw(lines: LabelLines, { x, y }: Tile): void {
    const paint = this.#paint
    const palette = this.#palette!
    const tones = {
      ...palette.marks,
      ink: palette.ink,
      soft: palette.softInk,
      faint: palette.faintInk,
    }
    paint.setTransform(this.#ratio, 0, 0, this.#ratio, x, y)
    paint.textBaseline = 'alphabetic'
    paint.lineJoin = 'round'
    // A line behind the text is cut off around its letters.
    paint.lineWidth = 2 * EDGE
    paint.strokeStyle = css(palette.ground)
    for (const pass of ['stroke', 'fill'] as const)
      for (const [row, line] of lines.entries()) {
        let left = EDGE
        for (const part of line) {
          paint.font = this.#fontOf(part)
          paint.fillStyle = css(tones[part.tone])
          paint[pass === 'stroke' ? 'strokeText' : 'fillText'](
            part.text,
            left,
            LINE * (row + 1) - 2.5,
          )
          left += this.#partWidth(part) + SPACE
        }
      }
    paint.setTransform(1, 0, 0, 1, 0, 0)
  }

  #widthOf = (line: readonly LabelPart[]): number =>
    line.reduce((sum, part) => sum + this.#partWidth(part) + SPACE, -SPACE)

  #partWidth(part: LabelPart): number {
    const key = `${part.font} ${part.text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      this.#paint.font = this.#fontOf(part)
      width = this.#paint.measureText(part.text).width
      this.#widths.set(key, width)
    }
    return width
  }

  #fontOf({ font, text }: LabelPart): string {
    if (font === 'mono') return `11px ${this.#fonts.mono}`
    const size = text.endsWith('wait') ? 11 : 12
    return `${font === 'bold' ? '600 ' : ''}${size}px ${this.#fonts.sans}`
  }
}
