/** The buttons that choose whose needs are shown. */
import { Chip, ChipRow } from '../../../parts/chip.tsx'

export interface ProjectCount {
  readonly id: string
  readonly count: number
}

export interface ProjectFilterProps {
  readonly projects: readonly ProjectCount[]
  /** null: all of them. */
  readonly chosen: string | null
  choose(project: string | null): void
}

/** Nothing to choose while only one project needs the user. */
export function ProjectFilter({ projects, chosen, choose }: ProjectFilterProps) {
  if (projects.length < 2 && chosen === null) return null
  const all = projects.reduce((sum, { count }) => sum + count, 0)
  return (
    <ChipRow name="Repositories">
      <Chip isOn={chosen === null} count={all} onClick={() => choose(null)}>
        All repositories
      </Chip>
      {projects.map(({ id, count }) => (
        <Chip
          key={id}
          isOn={chosen === id}
          count={count}
          onClick={() => choose(chosen === id ? null : id)}
        >
          {id}
        </Chip>
      ))}
    </ChipRow>
  )
}
