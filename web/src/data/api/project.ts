/**
 * Which project a page, a run or a request is about. The address of a page says it: below /projects/{id} it is that
 * project, and otherwise the one that the server was started in, which is null here.
 */

export const projectAt = (pathname: string): string | null =>
  /^\/projects\/([^/]+)/.exec(pathname)?.[1] ?? null

/** The project of this page. Another project is another page, so it never changes. */
export const pageProject = (): string | null => projectAt(location.pathname)

export const baseOf = (project: string | null): string =>
  project === null ? '' : `/projects/${project}`

/** The address of a page in a project: `pathIn('blog', '/tasks/api')`. */
export const pathIn = (project: string | null, path: string): string => `${baseOf(project)}${path}`

/** A path of the API, for a project. */
export const apiPathIn = (project: string | null, path: string): string =>
  project === null ? path : path.replace(/^\/api\//, `/api/projects/${project}/`)

/** The first part of the path below the project: `board`, `tasks`. */
export const viewAt = (pathname: string): string =>
  pathname.slice(baseOf(projectAt(pathname)).length).split('/')[1] || 'board'

const projects = new WeakMap<object, string | null>()

/** Asks about a run of another project go to that project. */
export const noteProject = (run: object, project: string | null): void =>
  void projects.set(run, project)

export const projectOfRun = (run: object): string | null => {
  const project = projects.get(run)
  return project === undefined ? pageProject() : project
}
