import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { openServerLog } from './server-log.ts'

const TOKEN = 'qJ3kd9-the-token-of-the-link-0000'

function place() {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const file = join(folder.path, 'server.log')
  const report = openServerLog(file, [TOKEN])
  return { file, folder: folder.path, keep: (error: unknown) => report('GET /', error) }
}

it('a fault is found again by its number, with where it came from', () => {
  const { file, keep } = place()
  const number = keep(new Error('the disk is full'))
  keep('no error at all')
  const log = readFileSync(file, 'utf8')
  expect(number).toMatch(/^[0-9a-f]{8}$/)
  expect(log).toMatch(
    new RegExp(`^\\S+ ${number} GET /: Error: the disk is full\\n +at .*server-log`, 'm'),
  )
  expect(log).toMatch(/[0-9a-f]{8} GET \/: no error at all\n$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('there are no keys in it, and not the token', () => {
  const { file, keep } = place()
  keep(new Error(`open ${TOKEN} with sk-ant-api03-${'a'.repeat(40)} and API_KEY=abcdefghijk`))
  const log = readFileSync(file, 'utf8')
  expect(log).toContain('******** with ******** and API_KEY=********')
  expect(log).not.toMatch(/sk-ant|abcdefghijk/)
  expect(log).not.toContain(TOKEN)
})

it('what is in it begins no line, and does nothing to a terminal', () => {
  const { file, keep } = place()
  keep(new Error('a\r\n2026-01-01 deadbeef a fault that never was\u001b[2J'))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.filter((line) => !line.startsWith('  '))).toHaveLength(1)
  expect(lines.join('')).not.toMatch(/[\r\u001b]/)
})

it('does not grow without end', () => {
  const { folder, keep } = place()
  for (let i = 0; i < 60; i++) keep('x'.repeat(100_000))
  const files = readdirSync(folder)
  expect(files).toEqual(['server.log', 'server.log.1'])
  for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThan(1_200_000)
})

it('nobody falls over it when it cannot be written', () => {
  const { folder } = place()
  const report = openServerLog(join(folder, 'gone', 'server.log'), [TOKEN])
  expect(report('GET /', new Error('the disk is full'))).toMatch(/^[0-9a-f]{8}$/)
})

it('an error that quotes megabytes is shortened', () => {
  const { file, keep } = place()
  keep(new Error('x'.repeat(5_000_000)))
  expect(statSync(file).size).toBeLessThan(30_000)
  expect(readFileSync(file, 'utf8')).toMatch(/\.\.\. \(\d+ characters\)\n$/)
})
