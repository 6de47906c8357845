/** Which orbs stand out: the stack of the selected one, or what a search has found; all others step back. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import type { HallContent } from '../hall-props.ts'
import type { HallLayout } from '../layout/hall-layout.ts'
import { PALETTES, type Theme } from './palette.ts'
import type { LookOf } from './orb-look.ts'

export type Attention = 'lit' | 'plain' | 'dimmed'

type Chosen = Pick<HallContent, 'shown' | 'selected' | 'phases' | 'colours'>

export function attentionFor(
  { shown, selected, phases }: Chosen,
  { places }: HallLayout,
): (orb: Orb) => Attention {
  const stack = selected === null ? undefined : places.get(selected)?.stack
  return ({ id }) => {
    if (shown !== null && !shown.has(id)) return 'dimmed'
    if (stack !== undefined) return places.get(id)?.stack === stack ? 'lit' : 'dimmed'
    return phases !== null && !phases.has(id) ? 'dimmed' : 'plain'
  }
}

export function styleFor(content: Chosen, layout: HallLayout, theme: Theme): (orb: Orb) => LookOf {
  const { shown, selected, phases, colours } = content
  const attentionOf = attentionFor({ shown, selected, phases: null, colours }, layout)
  return (orb) => ({
    palette: PALETTES[theme],
    isDark: theme === 'dark',
    colours,
    phase: phases === null ? null : (phases.get(orb.id) ?? 0),
    isDimmed: attentionOf(orb) === 'dimmed',
    isLit: selected !== null && attentionOf(orb) === 'lit',
  })
}
