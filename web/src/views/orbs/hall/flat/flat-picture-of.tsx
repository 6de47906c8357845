/** Draws the flat hall. It is drawn again only when the picture changes, not while it is moved. */
import { memo } from 'react'
import { css, mix, type Palette } from '../look/palette.ts'
import { FlatOrbMark } from './flat-orb.tsx'
import type { FlatPicture } from './flat-picture.ts'

interface Drawn {
  readonly picture: FlatPicture
  readonly palette: Palette
  readonly selected: string | null
}

export const FlatPictureOf = memo(function FlatPictureOf({ picture, palette, selected }: Drawn) {
  const bough = css(mix(palette.trunk, palette.link, 0.5))
  return (
    <>
      <g fill={css(palette.floor)} stroke={css(palette.edge)} strokeWidth={1}>
        {picture.floors.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <g className="hall-lines" fill="none">
        <path d={picture.boughs} stroke={bough} strokeWidth={1.2} />
        <path d={picture.trunks} stroke={css(palette.trunk)} strokeWidth={2.2} />
        {picture.links.map(({ path, colour, alpha, isDashed }) => (
          <path
            key={`${colour} ${alpha} ${isDashed}`}
            d={path}
            stroke={colour}
            strokeOpacity={alpha}
            strokeWidth={1.3}
            strokeDasharray={isDashed ? '4 3' : undefined}
          />
        ))}
        {picture.bows.map(({ path, alpha }) => (
          <path
            key={path}
            className="hall-bow"
            d={path}
            stroke={css(palette.softInk)}
            strokeOpacity={alpha}
            strokeWidth={1.6}
          />
        ))}
      </g>
      {picture.stumps.map(({ x, y, radius }) => (
        <g key={`${x} ${y}`} fill="none" stroke={css(palette.trunk)}>
          <ellipse cx={x} cy={y} rx={radius} ry={radius * 0.45} strokeWidth={1.6} />
          <ellipse cx={x} cy={y} rx={radius * 0.55} ry={radius * 0.25} strokeOpacity={0.5} />
        </g>
      ))}
      {picture.drawOrder.map((i) => {
        const orb = picture.orbs[i]!
        return (
          <FlatOrbMark key={orb.id} orb={orb} palette={palette} isSelected={orb.id === selected} />
        )
      })}
    </>
  )
})
