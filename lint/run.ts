/** `npm run lint`: refuses imports that the layers forbid, and circles of imports. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isTest, wrongImports } from './check-imports.ts'

const wrong = wrongImports(sourcesHere())
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exitCode = 1

function sourcesHere(): ReadonlyMap<string, string> {
  const listed = execFileSync('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'src',
    'web/src',
  ])
  const files = listed.toString().split('\n').filter(isSource)
  return new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))
}

function isSource(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !isTest(path)
}
