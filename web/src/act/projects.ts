/** Adds and forgets projects, and goes to another one. */
import type { ProjectDocument } from '../../../src/core/projects/project-document.ts'
import { answer, Refused, serverApi } from '../data/api/client.ts'
import { pathIn, viewAt } from '../data/api/project.ts'
import { addressOf } from '../data/live/use-projects.ts'
import { askPerson } from '../parts/ask-person.tsx'
import { say } from '../parts/toasts.tsx'

/** Another project is another page: nothing of this one may be taken for a part of it. */
export const goTo = (project: ProjectDocument): void =>
  location.assign(pathTo(project, location.pathname))

/** The view stays the same, unless it is about a task or a run of this project. */
export function pathTo(project: ProjectDocument, from: string): string {
  const view = viewAt(from)
  return pathIn(addressOf(project), `/${OF_ONE.has(view) ? 'board' : view}`)
}

const OF_ONE: ReadonlySet<string> = new Set(['tasks'])

/** Returns null and says why when the folder cannot be added. */
export async function addProject(folder: string): Promise<ProjectDocument | null> {
  try {
    return await answer<ProjectDocument>(serverApi.api.projects.$post({ json: { folder } }))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
    return null
  }
}

export async function forgetProject({ id, folder }: ProjectDocument): Promise<void> {
  const confirmed = await askPerson({
    title: `Forget ${id}?`,
    text: `It disappears from this list. Nothing in ${folder} is deleted, and its runs continue. It is listed again when you use it.`,
    yes: 'Forget it',
    isDanger: true,
  })
  if (confirmed === null) return
  try {
    await answer(serverApi.api.projects[':id'].$delete({ param: { id } }))
    say(`Forgot ${id}. Nothing was deleted.`, { undo: () => void addProject(folder) })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
  }
}
