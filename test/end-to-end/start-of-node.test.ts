/** What a command makes Node load: each module of Node that nobody needs makes every command slower. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN } from '../our-program.ts'
import { rolldown } from 'rolldown'
import { namesInUse } from '../../build-names-in-use.mjs'
import { tempFolder } from '../repository/temp-folder.ts'

const CHUNKS = join(import.meta.dirname, '../../dist/chunks')

describe('the start of a command', () => {
  it('loads no module of Node that it does not use', () => {
    using folder = tempFolder()
    const tell = join(folder.path, 'tell.cjs')
    const said = join(folder.path, 'loaded')
    const loaded = JSON.stringify(said)
    writeFileSync(
      tell,
      `process.on('exit', () => require('fs').writeFileSync(${loaded}, process.moduleLoadList.join('\\n')))`,
    )
    const { stdout } = spawnSync(process.execPath, ['--require', tell, BIN, '--version'])
    expect(String(stdout)).toMatch(/^\d+\.\d+\.\d+/)
    const modules = readFileSync(said, 'utf8')
      .split('\n')
      .map((line) => line.replace('NativeModule ', ''))
    const unused = ['child_process', 'crypto', 'http', 'worker_threads', 'internal/deps/undici']
    expect(modules).toContain('fs')
    expect(modules.filter((name) => unused.some((each) => name.startsWith(each)))).toEqual([])
  })

  it('leaves a function of Node what it carries: promisify(execFile) resolves with both outputs', async () => {
    using folder = tempFolder()
    const source = join(folder.path, 'source.mjs')
    const file = join(folder.path, 'built.mjs')
    writeFileSync(
      source,
      `import { execFile } from 'node:child_process'
       import { promisify } from 'node:util'
       const { stdout, stderr } = await promisify(execFile)('sh', ['-c', 'echo out; echo err >&2'])
       console.log(stdout.trim(), stderr.trim())`,
    )
    const bundle = await rolldown({ input: source, platform: 'node', plugins: [namesInUse] })
    await bundle.write({ file, format: 'esm' })
    expect(String(spawnSync(process.execPath, [file]).stdout)).toBe('out err\n')
  })

  it('no built file imports a module of Node as a whole', () => {
    const files = readdirSync(CHUNKS).filter((name) => name.endsWith('.js'))
    const imports = files.flatMap((name) => [
      ...readFileSync(join(CHUNKS, name), 'utf8').matchAll(/\bfrom\s*["'`](node:[a-z_/]+)/g),
    ])
    // The bundler's own start needs it to load the libraries that are not ES modules.
    expect(new Set(imports.map(([, name]) => name))).toEqual(new Set(['node:module']))
  })
})
