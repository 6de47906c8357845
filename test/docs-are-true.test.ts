/** The documents match the program: its commands, options and settings, and every link and example works. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { folder } from './conductor.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const documents = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: ROOT })

it('describes every command in docs/commands.md, and no other', async () => {
  await using place = folder()
  const { stdout } = await place.conductor('--help')
  const listed = stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Examples:'))
  const commands = [...listed.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name!)
  const sections = [...read('docs/commands.md').matchAll(/^## conductor ([a-z]+)/gm)]
  expect(sections.map(([, name]) => name!).sort()).toEqual(
    commands.filter((name) => name !== 'help').sort(),
  )
})

it('mentions every option of every command in its section', async () => {
  await using place = folder()
  for (const section of read('docs/commands.md')
    .split(/^## conductor /m)
    .slice(1)) {
    const [name] = section.split(/\s/, 1)
    const { stdout } = await place.conductor(name!, '--help')
    const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag!)
    const missing = options.filter((flag) => flag !== '--help' && !section.includes(flag))
    expect({ command: name, missing }).toEqual({ command: name, missing: [] })
  }
}, 60_000)

it('describes every setting in docs/configuration.md', async () => {
  await using place = folder()
  const settings: readonly { readonly key: string }[] = await place.json('config')
  const text = read('docs/configuration.md')
  expect(settings.map(({ key }) => key).filter((key) => !text.includes(`\`${key}\``))).toEqual([])
})

it('offers every flag that docs/configuration.md names for a setting', async () => {
  await using place = folder()
  const { stdout } = await place.conductor('run', '--help')
  const named = [...read('docs/configuration.md').matchAll(/; flag `(--[a-z-]+)`/g)]
  expect(named.length).toBeGreaterThan(5)
  expect(named.map(([, flag]) => flag!).filter((flag) => !stdout.includes(`${flag} `))).toEqual([])
})

it.each(documents)('links only to files that exist: %s', (document) => {
  const prose = read(document).replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
  const files = links.filter((link) => !/^(https?:|mailto:|#)/.test(link))
  const broken = files.filter(
    (link) => !existsSync(join(ROOT, dirname(document), link.replace(/#.*$/, ''))),
  )
  expect(broken).toEqual([])
})

const plans = globSync('examples/*.yaml', { cwd: ROOT })

it.each(plans)('has an example that is fine as it stands: %s', async (example) => {
  await using place = folder({ 'tasks.yaml': read(example) })
  const { code, stderr } = await place.conductor('validate', 'tasks.yaml')
  expect({ code, stderr: stderr.includes('problem') }).toEqual({ code: 0, stderr: false })
})

it.each(documents)('names only tests that exist: %s', (document) => {
  const named = [...read(document).matchAll(/`((?:src|test)\/[\w/.-]+?)(?:\.test)?(?:\.ts)?`/g)]
  const missing = named
    .map(([, path]) => path!)
    .filter((path) => !['', '.ts', '.test.ts'].some((end) => existsSync(join(ROOT, path + end))))
  expect(missing).toEqual([])
})
