/**
 * Measures how long a call of git takes from a Node with much in memory: by a small shell that stays open, as Conductor
 * calls git, compared with a process that Node starts for each call. The ratio is below 1.
 */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { runInShell } from '../src/git/call/small-shell.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const CALLS = 200
const WORDS = ['git', 'version']
const MEGABYTES = 200
// Numbers with a fraction need eight bytes each, here in arrays of a megabyte.
const held = Array.from({ length: MEGABYTES }, () => Array.from({ length: 2 ** 17 }, Math.random))

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'a process of Node for each': () =>
    promisify(execFile)(WORDS[0]!, WORDS.slice(1), { cwd: tmpdir() }),
  'a small shell': () =>
    runInShell({ words: WORDS, in: tmpdir(), environment: process.env, variables: {}, input: '' }),
}
const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
for (let call = 0; call < CALLS; call++)
  for (const [name, way] of Object.entries(ways)) {
    const began = performance.now()
    await way()
    times.get(name)!.push(performance.now() - began)
  }

const [baseline] = [...times.values()].map(median)
printTable(
  [`git from a Node that holds ${held.length} MB`, 'median ms', 'ratio'],
  [...times].map(([name, all]) => [
    name,
    median(all).toFixed(2),
    (median(all) / baseline!).toFixed(2),
  ]),
)
