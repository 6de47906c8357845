/** The requests about the files of a task: the editor, and the servers that listen in worktrees. */
import type { EditorDocument, ListeningPort } from '../../../../src/server/served/served-files.ts'
import { request } from './request.ts'

export type { EditorDocument, ListeningPort } from '../../../../src/server/served/served-files.ts'

export const readEditor = (): Promise<EditorDocument> => request('GET', '/api/editor')

export interface FileOfTask {
  readonly run: string
  readonly task: string
  readonly file?: string
  readonly line?: number
}

/** By the command of the user of the server's machine. */
export const openFile = (file: FileOfTask): Promise<{ path: string }> =>
  request('POST', '/api/open', file)

export const readPorts = async (): Promise<readonly ListeningPort[]> =>
  (await request<{ ports: readonly ListeningPort[] }>('GET', '/api/ports')).ports
