/** conductor projects: lists the repositories that Conductor was used in; adds one, or forgets one. */
import { resolve } from 'node:path'
import type { ProjectDocument } from '../../core/projects/project-document.ts'
import { sayNeedCount } from '../../core/report/waits-for-you.ts'
import { oneLineOf } from '../../core/text/plain-text.ts'
import { closestWord } from '../../core/value/closest-word.ts'
import { padded } from '../../report-text/columns.ts'
import { paint, type Paint } from '../../report-text/paint.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { findWorkspace, mainCheckoutOf, projectFolder } from '../place/workspace.ts'
import { lookAtProject, projectDocument } from './look-at-project.ts'
import {
  addProject,
  damagedEntries,
  findProject,
  forgetProject,
  isFolder,
  knownProjects,
  type Project,
} from './registry.ts'

export function projectsCommand(console: Console): number {
  const here = findProject(projectFolder(findWorkspace(console.folder)))
  const rows = knownProjects().map((project) =>
    projectDocument(project, project.id === here?.id, lookAtProject(project)),
  )
  for (const file of damagedEntries())
    console.remark(`note: ${file} cannot be read; it was left as it is`)
  console.answer(rows.length === 0 ? NONE_YET : sayRows(rows, paint(console.colour)), {
    projects: rows,
  })
  return 0
}

const NONE_YET = `No repository is listed yet.
A repository is listed when you use it: the commands run, plan, init and serve do that.
Or add one yourself:  conductor projects add <folder>`

export function addProjectCommand(folder: string, console: Console): number {
  const asked = resolve(console.folder, folder)
  if (!isFolder(asked))
    throw new Complaint(`there is no folder ${asked}`, 'name the folder of a repository')
  const { root } = findWorkspace(asked)
  const main = mainCheckoutOf(root)
  if (main !== root)
    console.remark(
      `note: ${root} is a worktree of ${main}, which shows its branches; that is the project`,
    )
  const before = knownProjects()
  const project = addProject(main)
  const isNew = !before.some(({ id }) => id === project.id)
  console.answer(
    isNew
      ? `Added ${project.id}: ${oneLineOf(project.root)}\nSee all of them:  conductor projects, or conductor serve`
      : `${project.id} is listed already: ${oneLineOf(project.root)}`,
    { ...projectDocument(project, false, lookAtProject(project)), is_new: isNew },
  )
  return 0
}

export function removeProjectCommand(wanted: string, console: Console): number {
  const project = mustFind(wanted, console.folder)
  forgetProject(project)
  console.answer(
    `Forgot ${project.id}: ${oneLineOf(project.root)}\nNothing was deleted: its files, branches and runs stay as they are. It is listed again when you use it.`,
    { id: project.id, folder: project.root, deleted: false },
  )
  return 0
}

/** By its id, else by its folder, else by its name if only one project has it. */
function mustFind(wanted: string, from: string): Project {
  const projects = knownProjects()
  const folder = resolve(from, wanted)
  const project =
    projects.find(({ id }) => id === wanted) ??
    findProject(isFolder(folder) ? projectFolder(findWorkspace(folder)) : folder)
  if (project !== null) return project
  const named = projects.filter(({ name }) => name === wanted)
  if (named.length === 1) return named[0]!
  throw new Complaint(
    named.length === 0
      ? `no project is called "${wanted}", or is in that folder`
      : `${named.length} projects are called "${wanted}"`,
    hintFor(wanted, named.length === 0 ? projects : named),
  )
}

function hintFor(wanted: string, projects: readonly Project[]): string {
  const ids = projects.map(({ id }) => id)
  const meant = closestWord(wanted, ids)
  if (meant !== null) return `did you mean "${meant}"?`
  return ids.length === 0 ? 'none is listed; see `conductor projects`' : `listed: ${ids.join(', ')}`
}

function sayRows(rows: readonly ProjectDocument[], style: Paint): string {
  const cells = rows.map((row) => [
    `${row.id}${row.is_current ? ' (here)' : ''}`,
    sayRun(row),
    row.needs_you === 0 ? '' : sayNeedCount(row.needs_you),
    oneLineOf(row.folder),
  ])
  return padded(cells)
    .map(([id = '', run = '', needs = '', folder = '']) =>
      [
        style.bold(id),
        run,
        ...(needs === '' ? [] : [style.warn(needs)]),
        style.dim(folder.trimEnd()),
      ].join('  '),
    )
    .join('\n')
}

function sayRun({ state, run, problem }: ProjectDocument): string {
  if (state === 'missing') return 'missing: the folder is gone'
  if (state === 'broken') return `broken: ${problem}`
  return run === null
    ? 'no run yet'
    : `run ${run.id} ${run.says}, ${run.landed} of ${run.total} landed`
}
