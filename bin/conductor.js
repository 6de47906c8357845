#!/usr/bin/env node
// Plain JS without a build, so that it parses on any Node: it runs the command, or finds a Node that can.
import module from 'node:module'

// Not imported: that would ask each of them for all it has.
const require = module.createRequire(import.meta.url)
const { existsSync } = require('node:fs')
const { fileURLToPath } = require('node:url')

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const [major, minor] = process.versions.node.split('.').map(Number)

if (major > 24 || (major === 24 && minor >= 11)) {
  endWithParent()
  module.enableCompileCache?.()
  await import(
    existsSync(at('../dist/conductor.js')) ? '../dist/conductor.js' : '../src/cli/main.ts'
  )
} else {
  // A checkout brings its own runtime as a dependency.
  const node = at('../node_modules/node/bin/node')
  if (!existsSync(node)) {
    console.error(`conductor needs Node 24.11 or newer; this is ${process.version}`)
    console.error(
      '    install a newer Node (https://nodejs.org, or: nvm install 24); or use a checkout,',
    )
    console.error('    which brings its own: in a clone of Conductor, npm ci && npm link')
    process.exit(2)
  }
  runOn(node)
}

/** Whoever runs us on another Node holds a channel to us. When that closes it was killed, and nobody would pass on a signal any more. */
function endWithParent() {
  if (!process.channel) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

/** What we are told is passed on; an interrupt typed at a terminal reaches the other by itself. */
function runOn(node) {
  const { spawn } = require('node:child_process')
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(node, [at('./conductor.js'), ...process.argv.slice(2)], { stdio })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  child.on('close', (code, signal) => process.exit(signal ? 130 : (code ?? 1)))
}
