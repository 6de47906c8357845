import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { ownCommand, typedIn } from './own-command.ts'

/** An installation, and a folder elsewhere. */
function installed(name = 'tool') {
  const top = tempFolder()
  onTestFinished(() => top[Symbol.dispose]())
  const at = (...path: readonly string[]): string => join(top.path, ...path)
  for (const folder of [[name, 'bin'], ['shop', 'src'], ['bin'], ['shop', 'node_modules', '.bin']])
    mkdirSync(at(...folder), { recursive: true })
  const program = at(name, 'bin', 'conductor.js')
  writeFileSync(program, '')
  chmodSync(program, 0o755)
  writeFileSync(at(name, 'package.json'), '{}')
  return { at, program }
}

it('is the name where a shell finds this very program by it', () => {
  const { at, program } = installed()
  symlinkSync(program, at('bin', 'conductor'))
  expect(ownCommand(at('shop'), program, at('bin'))).toBe('conductor')
})

it('is npx in the project that has it, and not because npm has put it on the path', () => {
  const { at, program } = installed()
  const linked = at('shop', 'node_modules', '.bin', 'conductor')
  symlinkSync(program, linked)
  expect(ownCommand(at('shop', 'src'), linked, at('shop', 'node_modules', '.bin'))).toBe(
    'npx conductor',
  )
  expect(ownCommand(at('tool'), program, '')).toBe('npx conductor')
})

it('is its path where neither would find it, or would find another', () => {
  const { at, program } = installed('my tool')
  writeFileSync(at('bin', 'conductor'), '')
  chmodSync(at('bin', 'conductor'), 0o755)
  expect(ownCommand(at('shop'), program, at('bin'))).toBe(`'${program}'`)
})

it('takes the place of our name in hints, and of nothing else', () => {
  const own = ownCommand('/')
  const words = typedIn('/', ['run', 'diff'])
  expect(words('`conductor run x`, conductor diff')).toBe(`\`${own} run x\`, ${own} diff`)
  const others = 'conductor runs, conductor/run-1, npx conductor run, /bin/conductor run'
  expect(words(others)).toBe(others)
})
