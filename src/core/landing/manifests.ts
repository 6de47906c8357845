/** Files that list what a project needs: when one of them changes, the installed packages may no longer fit. */

export const isManifest = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return NAMES.has(name) || /^requirements.*\.txt$/.test(name)
}

const NAMES: ReadonlySet<string> = new Set([
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'pyproject.toml',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'Pipfile',
  'Pipfile.lock',
  'Cargo.lock',
  'go.sum',
  'Gemfile.lock',
  'composer.lock',
  'mix.lock',
  'flake.lock',
])
