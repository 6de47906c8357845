/** What a screen reader says about the picture; the same tree is a list elsewhere on the page. */
import type { HallContent } from '../hall-props.ts'

export function hallName({ orbs, sections }: Pick<HallContent, 'orbs' | 'sections'>): string {
  const workspaces = orbs.length === 1 ? '1 workspace' : `${orbs.length} workspaces`
  const repositories = sections.length === 1 ? '1 repository' : `${sections.length} repositories`
  return `Conductor Worktree Tracker 3D: ${workspaces} in ${repositories}`
}
