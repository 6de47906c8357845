/** The colours of the live view: `ui.theme`. In every theme, marks and words say everything without the colours. */

export type Style = 'plain' | 'dim' | 'bold' | 'good' | 'bad' | 'busy' | 'accent' | 'selected'

/** The codes that begin and end each style. */
export type Palette = Readonly<Record<Style, readonly [on: string, off: string]>>

export type Theme = keyof typeof THEMES

const NOTHING = ['', ''] as const
const DIM = ['\x1b[2m', '\x1b[22m'] as const
const BOLD = ['\x1b[1m', '\x1b[22m'] as const
const REVERSED = ['\x1b[7m', '\x1b[27m'] as const

const colour = (code: string) => [`\x1b[${code}m`, '\x1b[39m'] as const

/** One of the 256 colours that nearly every terminal has. */
const of256 = (number: number) => colour(`38;5;${number}`)

const SHAPES = { plain: NOTHING, dim: DIM, bold: BOLD, selected: REVERSED } as const

export const THEMES = {
  /** The 16 colours every terminal has, as its owner chose them. */
  default: {
    ...SHAPES,
    good: colour('32'),
    bad: colour('31'),
    busy: colour('33'),
    accent: colour('36'),
  },
  cyberpunk: {
    ...SHAPES,
    dim: of256(97),
    good: of256(46),
    bad: of256(197),
    busy: of256(226),
    accent: of256(51),
  },
  /** No colour at all: what matters is bold. */
  minimal: { ...SHAPES, good: NOTHING, bad: BOLD, busy: NOTHING, accent: BOLD },
  'solarized-dark': {
    ...SHAPES,
    dim: of256(245),
    good: of256(64),
    bad: of256(160),
    busy: of256(136),
    accent: of256(37),
  },
  dracula: {
    ...SHAPES,
    dim: of256(103),
    good: of256(84),
    bad: of256(203),
    busy: of256(228),
    accent: of256(141),
  },
} as const satisfies Readonly<Record<string, Palette>>
