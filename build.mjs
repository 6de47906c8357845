// One folder of plain JS for Node: commands load the parts they need as separate chunks. Not by the
// command of rolldown: that prints a table of a hundred files, whatever it is told.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { build as buildWeb } from 'vite'
import { loadedWith } from './build-loaded-with.mjs'
import { namesInUse } from './build-names-in-use.mjs'

/** The modules that every command needs are one file, because each further file costs 0.4 ms. The two entries stay files of their own. */
const start = {
  name: 'start',
  tags: ['$initial'],
  test: (id) => !/\/cli\/(?:main|run-typed-command)\.ts$/.test(id),
}

/** Names that load nothing when they are asked for, because Node has loaded their module at its own start or they are late. */
const names = {
  name: 'names',
  test: /^\0node:(?:child_process|crypto|http|stream|stream\/promises|string_decoder|timers\/promises|url|zlib)$/,
}

/** What `conductor status` and the like load. Most of it every other command needs, too. */
const look = loadedWith('look', '/src/app/look/look-commands.ts')

await build({
  plugins: [namesInUse, look.plugin],
  // The second is for who calls the command line from a program, as most tests do.
  input: { conductor: 'src/cli/main.ts', 'run-typed-command': 'src/cli/run-typed-command.ts' },
  platform: 'node',
  // It loads a file of machine code for this system, and may not be installed.
  external: ['@lydell/node-pty'],
  // Needed for `includeDependenciesRecursively` below.
  preserveEntrySignatures: 'allow-extension',
  logLevel: 'warn',
  transform: { target: 'node24', define: { 'process.env.NODE_ENV': '"production"' } },
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Else a class of node:http, which is a module of its own, would be in the file of the names, and load node:http.
    codeSplitting: { groups: [start, names, look.group], includeDependenciesRecursively: false },
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
