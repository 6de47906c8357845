/** The templates of tasks of a repository: Markdown files in a folder that is committed with it. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closestWord } from '../../core/value/closest-word.ts'
import { parseTemplate, templateText, type Template } from '../../plan-file/add/template.ts'
import type { TaskForm } from '../../plan-file/add/task-entries.ts'
import { Complaint } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'

/** Not in `.conductor`: git ignores that folder, and templates are shared with everybody who works here. */
export const TEMPLATES = '.conductor-templates'

export interface NamedTemplate extends Template {
  readonly name: string
}

const NAME = /^[A-Za-z0-9_-]{1,50}$/
const LARGEST = 64 * 1024

/** By name. Files with another name, links and files that are no templates are left out. */
export const templatesOf = (workspace: Workspace): readonly NamedTemplate[] =>
  namesIn(folderOf(workspace)).flatMap((name) => readTemplate(name, workspace) ?? [])

export function mustFindTemplate(name: string, workspace: Workspace): NamedTemplate {
  const template = NAME.test(name) ? readTemplate(name, workspace) : null
  if (template !== null) return template
  const names = namesIn(folderOf(workspace))
  const meant = closestWord(name, names)
  throw new Complaint(
    `there is no template "${name}" in ${TEMPLATES}/`,
    meant === null
      ? names.length === 0
        ? 'make one with `conductor add --save-template <name>`'
        : `there are ${names.join(', ')}`
      : `did you mean "${meant}"?`,
  )
}

/** Returns the path, from the top of the repository. A template that is there stays as it is. */
export function saveTemplate(name: string, task: TaskForm, workspace: Workspace): string {
  if (!NAME.test(name))
    throw new Complaint(
      `"${name}" is not the name of a template`,
      '1 to 50 letters, digits, "-" and "_"',
    )
  const file = `${TEMPLATES}/${name}.md`
  const folder = folderOf(workspace)
  mkdirSync(folder, { recursive: true })
  if (!lstatSync(folder).isDirectory())
    throw new Complaint(`${TEMPLATES} is no folder`, 'remove what is in its place')
  try {
    writeFileSync(join(folder, `${name}.md`), templateText(task), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Complaint(
      `${file} is there already`,
      'choose another name, or remove that file first',
    )
  }
  return file
}

const folderOf = ({ root }: Workspace): string => join(root, TEMPLATES)

function namesIn(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && NAME.test(file.slice(0, -3)))
    .map((file) => file.slice(0, -3))
    .toSorted()
}

/** A link could lead to any file of this machine, so links are not followed. */
function readTemplate(name: string, workspace: Workspace): NamedTemplate | null {
  const folder = folderOf(workspace)
  const path = join(folder, `${name}.md`)
  const state = lstatSync(path, { throwIfNoEntry: false })
  if (!namesIn(folder).includes(name) || state?.isFile() !== true || state.size > LARGEST)
    return null
  const template = parseTemplate(readFileSync(path, 'utf8'))
  return template === null ? null : { name, ...template }
}
