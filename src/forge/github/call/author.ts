/** The author of an issue or a comment, and whether the author is a member of the repository. */
import { rowIn, textIn, type Row } from './sent.ts'

/** GitHub shows deleted accounts as "ghost". */
export const authorOf = (row: Row): string => textIn(rowIn(row, 'author'), 'login') || 'ghost'

export const isByMember = (row: Row): boolean => MEMBERS.has(textIn(row, 'authorAssociation'))

const MEMBERS: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])
