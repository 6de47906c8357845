import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { isInside } from './is-inside.ts'

/** A repository beside a folder that must stay out of reach. */
function place() {
  const top = tempFolder()
  const shop = join(top.path, 'shop')
  mkdirSync(join(shop, 'plans'), { recursive: true })
  mkdirSync(join(top.path, 'shop-secret'))
  writeFileSync(join(top.path, 'shop-secret', 'key.yaml'), 'key')
  writeFileSync(join(shop, 'tasks.yaml'), '')
  symlinkSync(join(top.path, 'shop-secret'), join(shop, 'elsewhere'))
  symlinkSync(join(top.path, 'shop-secret', 'key.yaml'), join(shop, 'plans', 'key.yaml'))
  symlinkSync('../tasks.yaml', join(shop, 'plans', 'same.yaml'))
  symlinkSync('loop.yaml', join(shop, 'loop.yaml'))
  return { shop, [Symbol.dispose]: top[Symbol.dispose] }
}

it.each([
  'tasks.yaml',
  './plans/../tasks.yaml',
  'plans/same.yaml',
  'not/there.yaml',
  '..tasks.yaml',
])('finds %s inside', (path) => {
  using here = place()
  expect(isInside(here.shop, path)).toBe(true)
  expect(isInside(here.shop, join(here.shop, path))).toBe(true)
})

it.each([
  '..',
  '../shop-secret/key.yaml',
  '../not-there.yaml',
  'plans/key.yaml',
  'elsewhere/key.yaml',
  'elsewhere/not-there.yaml',
  'loop.yaml',
  '/etc/passwd',
  '/',
])('finds %s outside', (path) => {
  using here = place()
  expect(isInside(here.shop, path)).toBe(false)
})
