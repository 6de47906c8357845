/** Reads the source files of this repository, tests left out: those that git knows, and those that are not yet added. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isTest, type Sources } from './check-imports.ts'

export function sourcesHere(): Sources {
  const listed = execFileSync('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'src',
    'web/src',
  ])
  // A file that was deleted or moved is still listed until git is told.
  const files = listed.toString().split('\n').filter(isSource).filter(existsSync)
  return new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))
}

const isSource = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path) && !isTest(path)
