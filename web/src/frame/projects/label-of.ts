/** What a project is called on the page: its name, or its id where another project has the same name. */
import type { ProjectDocument } from '../../../../src/core/projects/project-document.ts'

export const labelOf = ({ id, name }: ProjectDocument, all: readonly ProjectDocument[]): string =>
  all.filter((one) => one.name === name).length > 1 ? id : name
