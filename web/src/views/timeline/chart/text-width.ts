/** The width of a text in the chart, in pixels, measured by the browser. */
const SIZE = 12

const widths = new Map<string, number>()
let canvas: CanvasRenderingContext2D | null = null

export function textWidth(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  const width = measure(text)
  widths.set(text, width)
  return width
}

function measure(text: string): number {
  canvas ??= openCanvas()
  return canvas.measureText(text).width
}

/** What was measured before the font had been loaded is measured again. */
function openCanvas(): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`
  void document.fonts.ready.then(() => widths.clear())
  return context
}
