/** Repositories for drawn runs, each a copy of one template; in memory where the machine has such a folder. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { BIN } from '../our-program.ts'
import { gitIn, introduceUser, makeRepository } from '../repository/git-in.ts'

export interface Place extends Disposable {
  readonly repository: string
  /** Makes a file that a task looks for; tasks leave such files, too. */
  mark(name: string): void
  unmark(name: string): void
  hasMark(name: string): boolean
  git(...args: readonly string[]): string
}

export interface Places extends Disposable {
  /** name: of its folder; a new one each time, unless the former place of that name is disposed of. */
  open(name?: string): Place
}

export function openPlaces(): Places {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'conductor-combined-')))
  const template = join(top, 'template')
  mkdirSync(template)
  makeRepository(template, {
    'shared.txt': 'as it was\n',
    'deeds.sh': readFileSync(join(import.meta.dirname, 'deeds.sh')),
  })
  introduceUser(template)
  rmSync(join(template, '.git', 'hooks'), { recursive: true, force: true })
  installIn(join(top, 'bin'))
  let opened = 0
  return {
    open: (name = `${++opened}`) => openPlace(join(top, name), template),
    [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** As after `npm install --global`: hints say `conductor` only if the shell finds this program by that name. */
function installIn(folder: string): void {
  mkdirSync(folder)
  symlinkSync(BIN, join(folder, 'conductor'))
  process.env['PATH'] = `${folder}${delimiter}${process.env['PATH']}`
  process.argv[1] = BIN
}

function openPlace(top: string, template: string): Place {
  const repository = join(top, 'shop')
  const marks = join(top, 'marks')
  mkdirSync(marks, { recursive: true })
  cpSync(template, repository, { recursive: true })
  // A home of its own, so that the settings of the developer do not change the run.
  process.env['HOME'] = top
  process.chdir(repository)
  return {
    repository,
    mark: (name) => writeFileSync(join(marks, name), ''),
    unmark: (name) => rmSync(join(marks, name), { force: true }),
    hasMark: (name) => existsSync(join(marks, name)),
    git: (...args) => gitIn(repository, ...args),
    [Symbol.dispose]() {
      process.chdir(join(top, '..'))
      rmSync(top, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
