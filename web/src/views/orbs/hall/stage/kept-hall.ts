/** The plan of the hall over time: orbs keep their seats while others come and go. 2D and 3D share it. */
import { keepPlan, planHall, type HallPlan } from '../layout/hall-plan.ts'
import { layoutHall, type HallLayout } from '../layout/hall-layout.ts'
import type { HallContent } from '../hall-props.ts'

export interface KeptHall {
  readonly plan: HallPlan
  readonly layout: HallLayout
  /** Changes when the hall is built anew, and the camera should show all of it. */
  readonly built: number
}

type Seated = Pick<HallContent, 'orbs' | 'sections'>

export function buildHall(
  content: Seated,
  screen: { readonly width: number; readonly height: number },
  before: KeptHall | null = null,
): KeptHall {
  const plan = planHall(
    content.orbs,
    repositoriesOf(content),
    screen.width < screen.height * 0.9 ? 'tall' : 'wide',
  )
  return { plan, layout: layoutHall(plan, content.orbs), built: (before?.built ?? 0) + 1 }
}

export function keepHall(before: KeptHall, content: Seated): KeptHall {
  const plan = keepPlan(before.plan, content.orbs, repositoriesOf(content))
  const isBuilt =
    plan.madeFor !== before.plan.madeFor ||
    plan.sections[0]?.start !== before.plan.sections[0]?.start
  return { plan, layout: layoutHall(plan, content.orbs), built: before.built + (isBuilt ? 1 : 0) }
}

/** Sections as given, and then repositories that only orbs know. */
function repositoriesOf({ orbs, sections }: Seated): readonly string[] {
  return [
    ...new Set([
      ...sections.map(({ repository }) => repository),
      ...orbs.map(({ repository }) => repository),
    ]),
  ]
}
