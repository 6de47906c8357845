import { expect, it } from 'vitest'
import { isManifest } from './manifests.ts'

it.each([
  'package.json',
  'apps/web/package.json',
  'pnpm-lock.yaml',
  'pyproject.toml',
  'requirements.txt',
  'requirements-dev.txt',
  'deep/down/Cargo.lock',
  'go.sum',
  'Gemfile.lock',
  'composer.lock',
])('%s says what is needed', (path) => {
  expect(isManifest(path)).toBe(true)
})

it.each(['my-package.json', 'package.json/readme', 'Cargo.toml.md', 'src/requirements.ts'])(
  '%s does not',
  (path) => {
    expect(isManifest(path)).toBe(false)
  },
)
