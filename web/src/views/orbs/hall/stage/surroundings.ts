/** What is around the hall: the size of its place, the density of pixels, the theme, and whether the user wants little motion. */
import type { Theme } from '../look/palette.ts'

export interface StageSurroundings {
  readonly width: number
  readonly height: number
  /** Pixels of the screen for a CSS pixel. */
  readonly ratio: number
  readonly theme: Theme
  readonly isStill: boolean
}
