// One folder of plain JS for Node: commands load the parts they need as separate chunks. Not by the
// command of rolldown: that prints a table of a hundred files, whatever it is told.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { build as buildWeb } from 'vite'

/**
 * `import 'node:http'` asks it for all its names, and behind one of them is the whole of fetch: some 50 ms of every
 * start. What has to be worked out first is left out here; nobody of ours wants it.
 */
const httpWithoutFetch = {
  name: 'http-without-fetch',
  resolveId: (id) => (id === 'http' || id === 'node:http' ? '\0http' : null),
  load(id) {
    if (id !== '\0http') return null
    const plain = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(
      ([, { get }]) => !get,
    )
    const names = plain.map(([name]) => name).join(', ')
    return `const http = process.getBuiltinModule('node:http')\nexport const { ${names} } = http\nexport default http`
  },
}

await build({
  plugins: [httpWithoutFetch],
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
