/** Opens the texts in conflict in the user's editor, with conflict markers that show all three versions. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { ConflictFileDocument } from '../../core/conflict/conflict-document.ts'
import { linesOf, type Piece } from '../../core/conflict/merge-pieces.ts'
import { gitAtOnce } from '../../git/call/git-command.ts'
import { Complaint } from '../console/complain.ts'

/** The texts as the user left them, by path. Throws a Complaint when the editor fails. */
export function editConflict(
  files: readonly ConflictFileDocument[],
  folder: string,
): Readonly<Record<string, string>> {
  const editor = gitAtOnce(['var', 'GIT_EDITOR'], { in: folder })?.trim() || 'vi'
  const scratch = mkdtempSync(join(tmpdir(), 'conductor-resolve-'))
  try {
    return Object.fromEntries(
      files.map((file, i) => {
        mkdirSync(join(scratch, String(i)))
        // Editors choose colours by the end of the name.
        const path = join(scratch, String(i), basename(file.path))
        writeFileSync(path, withMarkers(file))
        edit(editor, path)
        return [file.path, readFileSync(path, 'utf8')]
      }),
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** As git starts editors: the setting is shell, written by the user; the file is an argument. */
function edit(editor: string, path: string): void {
  const end = spawnSync('sh', ['-c', `${editor} "$@"`, editor, path], { stdio: 'inherit' })
  if (end.status !== 0)
    throw new Complaint(
      `the editor ended with ${end.status ?? end.signal ?? 'an error'}; nothing was changed`,
      `git var GIT_EDITOR says it is: ${editor}`,
    )
}

const withMarkers = ({ pieces, landed, task }: ConflictFileDocument): string =>
  pieces === null ? ((landed ?? task)?.text ?? '') : pieces.map(sayPiece).join('')

function sayPiece(piece: Piece): string {
  if (piece.is === 'merged') return piece.text
  return [
    '<<<<<<< already landed\n',
    ...ended(piece.landed),
    '||||||| before both\n',
    ...ended(piece.base),
    '=======\n',
    ...ended(piece.task),
    '>>>>>>> this task\n',
  ].join('')
}

const ended = (text: string): readonly string[] =>
  linesOf(text).map((line) => (line.endsWith('\n') ? line : `${line}\n`))
