/** conductor resolve: decides a merge conflict by sides, texts or an editor, or lets the agent resolve it. */
import { readFileSync } from 'node:fs'
import { resolve as fromFolder } from 'node:path'
import type { Ask } from '../../core/ask/ask.ts'
import type { ConflictDocument } from '../../core/conflict/conflict-document.ts'
import type { Keep } from '../../core/conflict/conflict.ts'
import type { Decisions } from '../../core/conflict/resolution.ts'
import type { Run } from '../../core/run/run.ts'
import { ASK_AGENT, sayNoConflict } from '../../core/say/landing/say-conflict.ts'
import { firstFew } from '../../core/say/say-wait.ts'
import { conductorLine } from '../../core/text/command-line.ts'
import { errorMessage } from '../../core/text/error-message.ts'
import { askOrGoOnCommand, type Where } from '../ask/ask-commands.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { lookAtRun, mustKnow } from '../look/read-runs.ts'
import { findWorkspace } from '../place/workspace.ts'
import { conflictPlace } from './conflict-place.ts'
import { sayOne } from './conflicts-command.ts'
import { editConflict } from './edit-conflict.ts'
import { conflictOf, makeResolution, type ConflictPlace } from './task-conflict.ts'
import { decisionsFrom } from './typed-decisions.ts'

export interface SaidResolution {
  readonly ours?: readonly string[] | true
  readonly theirs?: readonly string[] | true
  readonly both?: readonly string[] | true
  /** Each is `path=file`: the text of that file is the result. */
  readonly file?: readonly string[]
  readonly editor?: boolean
  /** true: the user has typed no words for the agent. */
  readonly askAgent?: string | true
  /** The state of the conflict that the user has seen; undefined: the current state. */
  readonly token?: string
}

export async function resolveCommand(
  task: string,
  said: SaidResolution,
  where: Where,
  console: Console,
): Promise<number> {
  mustSayHow(said)
  const send = (ask: Ask): Promise<number> => askOrGoOnCommand(ask, where, console)
  if (said.askAgent !== undefined) {
    const { place } = await mustConflict(task, where.run, console)
    const why = said.askAgent === true ? ASK_AGENT : said.askAgent
    return send({ ask: 'reject', task: place.task, why })
  }
  const decide = (conflict: ConflictDocument): Decisions => decisionsOf(conflict, said, console)
  return resolveConflict({ task, run: where.run, token: said.token, decide, send }, console)
}

export interface Resolving<Sent> {
  readonly task: string
  /** undefined: the newest run. */
  readonly run?: string | undefined
  /** The state of the conflict that the user has seen; undefined: the current state. */
  readonly token: string | undefined
  decide(conflict: ConflictDocument): Decisions
  send(ask: Ask): Promise<Sent>
}

/** Throws a Complaint; the conflict then stays as it was. */
export async function resolveConflict<Sent>(
  { task, run, token, decide, send }: Resolving<Sent>,
  console: Console,
): Promise<Sent> {
  const { place, conflict } = await mustConflict(task, run, console)
  const made = await makeResolution(place, token ?? conflict.token, decide(conflict))
  if (!made.ok && made.is === 'stale') throw changed(made.now, place.run, console)
  if (!made.ok) throw new Complaint(made.message, `nothing was changed; ${hintFor(conflict)}`)
  try {
    return await send(made.ask)
  } catch (error) {
    if (error instanceof Complaint) await made.drop()
    throw error
  }
}

async function mustConflict(
  task: string,
  wanted: string | undefined,
  { folder }: Console,
): Promise<{ readonly place: ConflictPlace; readonly conflict: ConflictDocument }> {
  const workspace = findWorkspace(folder)
  const run = lookAtRun(workspace, wanted)
  const place = await conflictPlace(workspace, run, mustKnow(run, task))
  const conflict = await conflictOf(place)
  if (conflict.files.length > 0) return { place, conflict }
  const { message, hint } = sayNoConflict(run, place.task)
  throw new Complaint(message, hint)
}

function mustSayHow({ ours, theirs, both, file, editor, askAgent }: SaidResolution): void {
  const hand = [ours, theirs, both, file, editor].some((way) => way !== undefined)
  if (hand && askAgent !== undefined)
    throw new Complaint('--ask-agent cannot be combined with decisions', 'give one of the two')
  if (!hand && askAgent === undefined)
    throw new Complaint(
      'say how to resolve the conflict',
      'give --ours, --theirs, --both, --file, --editor or --ask-agent; see `conductor resolve --help`',
    )
}

const hintFor = ({ task }: ConflictDocument): string =>
  `\`${conductorLine('conflicts', task)}\` shows files and hunks`

function changed(now: ConflictDocument, run: Run, console: Console): Complaint {
  console.remark(sayOne(now, run))
  return new Complaint(
    `the conflict of "${now.task}" has changed since you looked; nothing was changed`,
    now.files.length === 0
      ? sayNoConflict(run, now.task).hint
      : `in conflict now: ${firstFew(now.files.map(({ path }) => path))}; look again with \`${conductorLine('conflicts', now.task)}\``,
  )
}

/** With an editor: every text that is not decided otherwise is edited. */
function decisionsOf(
  conflict: ConflictDocument,
  said: SaidResolution,
  console: Console,
): Decisions {
  const sides: Partial<Record<Keep, readonly string[] | true>> = {
    ...(said.ours === undefined ? {} : { landed: said.ours }),
    ...(said.theirs === undefined ? {} : { task: said.theirs }),
    ...(said.both === undefined ? {} : { both: said.both }),
  }
  const texts = textsFrom(said.file ?? [], console.folder)
  const decisions = decisionsFrom(conflict, { sides, texts })
  if (said.editor !== true) return decisions
  const open = conflict.files.filter((file) => file.writable && !(file.path in decisions))
  const edited = editConflict(open, console.folder)
  return decisionsFrom(conflict, { sides, texts: { ...texts, ...edited } })
}

function textsFrom(words: readonly string[], folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=')
      if (at < 1)
        throw new Complaint(
          `"${word}" does not name a file and its text`,
          '--file path=resolved.txt',
        )
      return [word.slice(0, at), read(fromFolder(folder, word.slice(at + 1)))]
    }),
  )
}

function read(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch (error) {
    throw new Complaint(`${file} cannot be read as text: ${errorMessage(error)}`)
  }
}
