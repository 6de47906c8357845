/** Whether a member of the repository has written an issue or a comment. */
import { textIn, type Row } from './sent.ts'

export const isByMember = (told: Row): boolean => MEMBERS.has(textIn(told, 'authorAssociation'))

const MEMBERS: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])
