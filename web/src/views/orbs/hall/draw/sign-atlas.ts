/** The signs on orbs, drawn once into one texture: a check, dots, a cross and so on, and the numbers of phases. */
import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter } from 'three'
import { FIRST_DIGIT, LAST_SIGN } from '../look/orb-data.ts'

const CELL = 64
const COLUMNS = 16

export function signAtlas(): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = CELL * COLUMNS
  canvas.height = CELL * Math.ceil((LAST_SIGN + 1) / COLUMNS)
  const paint = canvas.getContext('2d')!
  paint.lineWidth = 9
  paint.lineCap = 'round'
  paint.lineJoin = 'round'
  paint.fillStyle = '#fff'
  paint.strokeStyle = '#fff'
  paint.textAlign = 'center'
  paint.textBaseline = 'middle'
  for (let sign = 1; sign <= LAST_SIGN; sign++) {
    paint.save()
    paint.translate(
      (sign % COLUMNS) * CELL + CELL / 2,
      Math.floor(sign / COLUMNS) * CELL + CELL / 2,
    )
    drawSign(paint, sign)
    paint.restore()
  }
  return asTexture(canvas)
}

function asTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas)
  texture.flipY = false
  texture.premultiplyAlpha = true
  texture.minFilter = LinearMipmapLinearFilter
  texture.magFilter = LinearFilter
  return texture
}

function drawSign(paint: CanvasRenderingContext2D, sign: number): void {
  if (sign >= FIRST_DIGIT) return drawNumber(paint, sign - FIRST_DIGIT + 1)
  DRAWINGS[sign - 1]?.(paint)
}

function drawNumber(paint: CanvasRenderingContext2D, number: number): void {
  paint.font = `700 ${number > 99 ? 26 : number > 9 ? 36 : 46}px ui-sans-serif, system-ui, sans-serif`
  paint.fillText(String(number), 0, 3)
}

/** In the order of the numbers of signs, from 1. */
const DRAWINGS: readonly ((paint: CanvasRenderingContext2D) => void)[] = [
  (paint) => polyline(paint, [-17, 1], [-5, 13], [17, -12]),
  (paint) => [-15, 0, 15].forEach((x) => disc(paint, x, 0, 5.5)),
  (paint) => {
    polyline(paint, [-13, -13], [13, 13])
    polyline(paint, [13, -13], [-13, 13])
  },
  (paint) => {
    paint.lineWidth = 5
    polyline(paint, [-10, -16], [17, 0], [-10, 16], [-10, -16])
    paint.fill()
  },
  (paint) => {
    polyline(paint, [0, -19], [0, 3])
    disc(paint, 0, 18, 6)
  },
  (paint) => {
    paint.lineWidth = 6.5
    paint.beginPath()
    paint.arc(0, 0, 18, 0, 2 * Math.PI)
    paint.stroke()
    polyline(paint, [0, -9], [0, 1], [8, 6])
  },
  (paint) => {
    paint.lineWidth = 14
    polyline(paint, [-18, 0], [18, 0])
  },
]

function polyline(
  paint: CanvasRenderingContext2D,
  ...points: readonly (readonly [number, number])[]
): void {
  paint.beginPath()
  for (const [x, y] of points) paint.lineTo(x, y)
  paint.stroke()
}

function disc(paint: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  paint.beginPath()
  paint.arc(x, y, radius, 0, 2 * Math.PI)
  paint.fill()
}
