import { describe, expect, it } from 'vitest'
import { factsOfPaths } from './facts-of-paths.ts'

const facts = (files: Readonly<Record<string, string>>) =>
  factsOfPaths(Object.keys(files), (name) => files[name] ?? null)

describe('what is known about a repository', () => {
  it('lists its languages by the number of files, without what others wrote', () => {
    const { languages, isEmpty } = facts({
      'src/a.ts': '',
      'src/b.tsx': '',
      'tools/x.py': '',
      'node_modules/y/z.rb': '',
      'dist/out.js': '',
    })
    expect(languages).toEqual([
      { name: 'TypeScript', files: 2 },
      { name: 'Python', files: 1 },
    ])
    expect(isEmpty).toBe(false)
  })

  it('names folders of two levels, and the modules below src or packages by their paths', () => {
    const { folders, modules } = facts({
      'src/auth/login.ts': '',
      'src/auth/logout.ts': '',
      'src/cart.ts': '',
      'docs/guide/start.md': '',
    })
    expect(folders).toEqual(['src', 'src/auth', 'docs', 'docs/guide'])
    expect(modules).toEqual(['src/auth', 'src/cart.ts'])
  })

  it.each([
    [{ 'package.json': '{"scripts": {"test": "vitest"}}' }, 'npm test'],
    [{ 'package.json': '{"scripts": {"test": "vitest"}}', 'pnpm-lock.yaml': '' }, 'pnpm test'],
    [{ 'package.json': '{"scripts": {"test": "echo \\"Error: no test specified\\""}}' }, null],
    [{ 'Cargo.toml': '' }, 'cargo test'],
    [{ 'go.mod': '' }, 'go test ./...'],
    [{ Makefile: 'all:\n\ntest: all\n\t./check\n' }, 'make test'],
    [{ 'pyproject.toml': '' }, 'python -m pytest'],
    [{ 'notes.txt': '' }, null],
  ])('finds how it is tested: %j', (files, command) => {
    expect(facts(files as Record<string, string>).testCommand).toBe(command)
  })

  it('takes the beginning of the README, and is empty without a source file', () => {
    expect(facts({ 'README.md': '# Shop', LICENSE: '' })).toMatchObject({
      readme: '# Shop',
      isEmpty: true,
    })
  })
})
