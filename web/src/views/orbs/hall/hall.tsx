/** The hall: every workspace of every repository as an orb, in 3D, or in 2D from the same place. */
import { Hall2d } from './flat/hall-2d.tsx'
import { Hall3d } from './hall-3d.tsx'
import type { HallProps } from './hall-props.ts'
import './hall.css'

export type { HallHandle, HallProps, HallSection } from './hall-props.ts'

export function Hall(props: HallProps) {
  return props.mode === '3d' ? <Hall3d {...props} /> : <Hall2d {...props} />
}
