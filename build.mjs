// One folder of plain JS for Node: commands load the parts they need as separate chunks. Not by the
// command of rolldown: that prints a table of a hundred files, whatever it is told.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { build as buildWeb } from 'vite'

/**
 * `import 'node:fs'` asks a module of Node for all its names, and behind some of them is more code: behind `node:http` the
 * whole of fetch. Together that is a fifth of a short command. Here each name is asked for only if it is used.
 */
const namesInUse = {
  name: 'names-in-use',
  resolveId(id, _, { kind }) {
    if (id.startsWith('\0node:')) return id
    const isOurs = isBuiltin(id) && id !== 'node:module' && kind !== 'require-call'
    return isOurs ? `\0node:${id.replace(/^node:/, '')}` : null
  },
  load(id) {
    if (!id.startsWith('\0node:')) return null
    const [builtin, name] = id.slice(1).split('?')
    const code = name === undefined ? namesOf(builtin) : nameOf(builtin, name)
    return { code, moduleSideEffects: false }
  },
}

/** Their functions load them when they are called first: most commands need none of them, and they take 3 to 10 ms each. */
const LATE = new Set(['node:child_process', 'node:crypto', 'node:http'])

const whole = (builtin) => `process.getBuiltinModule('${builtin}')`

const nameOf = (builtin, name) =>
  `export const ${name} = /* @__PURE__ */ (() => ${whole(builtin)}.${name})()`

function namesOf(builtin) {
  const all = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(builtin)))
  const names = all.filter(([name]) => name !== 'default' && /^[A-Za-z_]\w*$/.test(name))
  if (!LATE.has(builtin))
    return [
      ...names.map(([name]) => nameOf(builtin, name)),
      `export default /* @__PURE__ */ (() => ${whole(builtin)})()`,
    ].join('\n')
  const getters = names.map(([name]) => `get ${name}() { return ${whole(builtin)}.${name} }`)
  return [
    ...names.map((named) => lateNameOf(builtin, named)),
    `export default { ${getters.join(', ')} }`,
  ].join('\n')
}

/** A class or a value loads its module, so it stays apart from what need not. */
const lateNameOf = (builtin, [name, { value }]) =>
  typeof value === 'function' && /^[a-z]/.test(name)
    ? `export const ${name} = (...args) => ${whole(builtin)}.${name}(...args)`
    : `export { ${name} } from '\0${builtin}?${name}'`

/** What every command needs is one file: each further one costs 0.4 ms. The two entries stay files of their own: one waits for all the others. */
const start = {
  name: 'start',
  tags: ['$initial'],
  test: (id) => !/\/cli\/(?:main|run-typed-command)\.ts$/.test(id),
}

/** Names that load nothing when they are asked for, because Node has loaded their module at its own start or they are late. */
const names = {
  name: 'names',
  test: /^\0node:(?:child_process|crypto|http|stream|stream\/promises|string_decoder|timers\/promises|url)$/,
}

await build({
  plugins: [namesInUse],
  // The second is for who calls the command line from a program, as most tests do.
  input: { conductor: 'src/cli/main.ts', 'run-typed-command': 'src/cli/run-typed-command.ts' },
  platform: 'node',
  // It loads a file of machine code for this system, and may not be installed.
  external: ['@lydell/node-pty'],
  logLevel: 'warn',
  transform: { target: 'node24', define: { 'process.env.NODE_ENV': '"production"' } },
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups: [start, names] },
    minify: { compress: true, mangle: false },
    sourcemap: true,
  },
})

// After the folder has been emptied. Tests build too, and say so in the environment: what they get is still what users get.
process.env.NODE_ENV = 'production'
await buildWeb({ configFile: 'web/vite.config.ts' })

// Packed once here instead of for every browser.
const assets = 'dist/web/assets'
for (const name of readdirSync(assets))
  writeFileSync(`${assets}/${name}.gz`, gzipSync(readFileSync(`${assets}/${name}`), { level: 9 }))
