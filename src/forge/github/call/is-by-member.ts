/** Whether an issue or a comment is by somebody of the repository, or by a passer-by. */
import { textIn, type Row } from './sent.ts'

export const isByMember = (told: Row): boolean => MEMBERS.has(textIn(told, 'authorAssociation'))

const MEMBERS: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])
