/** The npm package can be installed and used without this repository. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../repository/temp-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

it('packs only what users need, installs into an empty place, and works from there', () => {
  using place = tempFolder()
  const npm = (args: readonly string[], cwd = place.path): string =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', place.path], ROOT),
  ) as [{ filename: string; files: { path: string }[] }]
  const paths = packed.files.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'bin/conductor.js',
      'dist/conductor.js',
      'dist/web/index.html',
      'package.json',
    ]),
  )
  expect(
    paths.filter(
      (path) => !/^(bin|dist|examples|config)\/|^(package\.json|README\.md|LICENSE)$/.test(path),
    ),
  ).toEqual([])

  const prefix = join(place.path, 'prefix')
  npm([
    'install',
    '--global',
    '--prefix',
    prefix,
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    join(place.path, packed.filename),
  ])
  const conductor = (...args: readonly string[]): string =>
    execFileSync(join(prefix, 'bin/conductor'), args, {
      cwd: place.path,
      encoding: 'utf8',
      env: { ...process.env, HOME: place.path, NO_COLOR: '1' },
    })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string
  }
  expect(conductor('--version')).toBe(`${version}\n`)
  conductor('init')
  expect(conductor('validate', 'tasks.yaml')).toContain('is fine')
  expect(conductor('run', 'tasks.yaml', '--no-ui')).toContain('4 of 4 tasks landed')
  expect(conductor('doctor')).toMatch(/\[\+\] web app +built/)
}, 120_000)

it('says how to go on where Node is too old and no other is brought along', () => {
  using place = tempFolder()
  const older = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })'
  copyFileSync(join(ROOT, 'bin/conductor.js'), join(place.path, 'conductor.js'))
  writeFileSync(join(place.path, 'package.json'), '{ "type": "module" }')
  const args = ['--import', `data:text/javascript,${older}`, join(place.path, 'conductor.js')]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toMatch(/needs Node 24\.11 or newer[^]*nvm install 24[^]*npm ci && npm link/)
})
