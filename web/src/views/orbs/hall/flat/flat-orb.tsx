/** One orb of the flat hall: a disc with its ring, its marks and its sign; the same signs as in 3D. */
import { memo } from 'react'
import type { Ring, Sign } from '../look/orb-look.ts'
import { css, mix, type Colour, type Palette } from '../look/palette.ts'
import type { FlatOrb } from './flat-picture.ts'

/** Smaller ones are plain discs. */
const PLAIN = 4.8

export interface FlatOrbProps {
  readonly orb: FlatOrb
  readonly palette: Palette
  readonly isSelected: boolean
}

export const FlatOrbMark = memo(function FlatOrbMark({ orb, palette, isSelected }: FlatOrbProps) {
  const { x, y, radius, look } = orb
  const colour = css(look.colour)
  if (radius < PLAIN && !isSelected)
    return (
      <circle
        cx={x}
        cy={y}
        r={radius}
        fill={colour}
        opacity={look.alpha}
        fillOpacity={look.isGhost ? 0.3 : 1}
      />
    )
  return (
    <g transform={`translate(${x} ${y}) scale(${radius})`} opacity={look.alpha}>
      {look.isStuck && (
        <path
          d="M0-1.92L1.92 0L0 1.92L-1.92 0Z"
          fill="none"
          stroke={css(palette.states.stuck)}
          strokeWidth={0.14}
        />
      )}
      <RingMark ring={look.ring} alpha={look.ringAlpha} palette={palette} />
      {look.isWorking &&
        BEADS.map(([bx, by]) => (
          <circle key={bx} cx={bx} cy={by} r={0.13} fill={css(palette.states.working)} />
        ))}
      {look.isGhost ? (
        <circle
          r={0.9}
          fill={colour}
          fillOpacity={0.14}
          stroke={colour}
          strokeWidth={0.2}
          strokeDasharray="0.54 0.27"
        />
      ) : (
        <circle r={1} fill={colour} />
      )}
      <SignMark orb={orb} palette={palette} />
      {isSelected && (
        <circle r={1.79} fill="none" stroke={css(palette.accent)} strokeWidth={0.14} />
      )}
    </g>
  )
})

const BEADS = [0, 1, 2].map((i) => {
  const turned = -Math.PI / 2 + (i * 2 * Math.PI) / 3
  return [1.55 * Math.cos(turned), 1.55 * Math.sin(turned)] as const
})

/** A whole ring, a part of one, or four pieces. */
const DASHES: Readonly<Record<Ring, string | undefined>> = {
  none: undefined,
  pass: undefined,
  pending: '4.98 2.82',
  fail: '1.55 0.4',
}

function RingMark({
  ring,
  alpha,
  palette,
}: {
  readonly ring: Ring
  readonly alpha: number
  readonly palette: Palette
}) {
  if (ring === 'none' || alpha === 0) return null
  return (
    <circle
      r={1.24}
      fill="none"
      opacity={alpha}
      stroke={css(palette.rings[ring])}
      strokeWidth={ring === 'fail' ? 0.17 : 0.11}
      strokeDasharray={DASHES[ring]}
      transform={ring === 'fail' ? 'rotate(57)' : 'rotate(-70)'}
    />
  )
}

const SIGN_PATHS: Readonly<Record<Exclude<Sign, 'none'>, string>> = {
  check: 'M-.42 .03L-.12 .33L.42-.3',
  dots: 'M-.38 0h.01M0 0h.01M.38 0h.01',
  cross: 'M-.32-.32L.32 .32M.32-.32L-.32 .32',
  play: 'M-.24-.38L.4 0L-.24 .38Z',
  bang: 'M0-.48L0 .08M0 .45v.01',
  clock: 'M0-.44a.44 .44 0 1 0 .01 0M0-.2L0 .03L.18 .15',
  bar: 'M-.46 0L.46 0',
}

const SIGN_WIDTHS: Readonly<Partial<Record<Sign, number>>> = { clock: 0.15, bar: 0.34 }

function SignMark({
  orb: { look },
  palette,
}: {
  readonly orb: FlatOrb
  readonly palette: Palette
}) {
  const colour = css(signColour(look, palette))
  if (look.phase > 0)
    return (
      <text
        className="hall-digit"
        fill={colour}
        textAnchor="middle"
        y={0.42}
        fontSize={look.phase > 9 ? 0.95 : 1.2}
      >
        {look.phase}
      </text>
    )
  if (look.sign === 'none') return null
  return (
    <path
      d={SIGN_PATHS[look.sign]}
      fill={look.sign === 'play' ? colour : 'none'}
      stroke={colour}
      strokeWidth={SIGN_WIDTHS[look.sign] ?? 0.21}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}

function signColour(
  { isGhost, colour, hasDarkSign, phase }: FlatOrb['look'],
  { ink }: Palette,
): Colour {
  if (isGhost && phase === 0) return mix(colour, ink, 0.25)
  const isPale = Math.min(...colour) > 0.72
  const isDim = Math.max(...colour) < 0.36
  if (hasDarkSign) return isDim ? mix(colour, [1, 1, 1], 0.45) : mix(colour, [0, 0, 0], 0.82)
  return isPale ? mix(colour, [0, 0, 0], 0.38) : [1, 1, 1]
}
