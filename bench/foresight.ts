/**
 * How right foresight is: the last 200 commits of a repository that changed 1 to 10 existing files, each foreseen from
 * its message with only what was known before it, beside two baselines: the paths that the message names, and the files
 * that were changed most.
 *
 * node bench/foresight.ts [git dir] [--replay n] [--lag n] [--subject-only]
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Foresight } from '../src/core/foresight/foresight.ts'
import type { ForeseenFile } from '../src/core/foresight/foreseen-file.ts'
import { rightnessOf, type Judged } from '../src/core/foresight/learn/measures.ts'
import { changedBy, isLikeTask, type PastCommit } from '../src/core/foresight/index/past-commit.ts'
import { questionOf, type TaskText } from '../src/core/foresight/question.ts'
import { walkHistory } from '../src/foresight/walk-history.ts'
import { pastOfRepository } from '../src/git/history/past-of-repository.ts'
import { printTable } from './print-table.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const MOST_FILES = 60

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    replay: { type: 'string' },
    lag: { type: 'string' },
    'subject-only': { type: 'boolean' },
  },
})
const isOwn = positionals[0] === undefined
const replayed = Number(values['replay'] ?? (isOwn ? 50 : 200))
const lag = Number(values['lag'] ?? 0)
const past = pastOfRepository(positionals[0] ?? HERE)
const until = await past.commitOf('HEAD')
if (until === null) console.log('There is no history to foresee anything from.')
else await measure(until)

async function measure(until: string): Promise<void> {
  const all: Record<string, Judged[]> = {
    foresight: [],
    'paths in the text': [],
    'most changed': [],
  }
  const began = performance.now()
  await walkHistory(past, {
    until,
    replayed,
    lag,
    foretell(foresight, commit) {
      if (!isLikeTask(commit)) return
      const text = values['subject-only'] === true ? { ...commit, body: '' } : commit
      const touched = changedBy(commit)
      for (const [name, foreseen] of Object.entries(foreseenBy(foresight, text)))
        all[name]!.push({ foreseen, touched })
    },
  })
  const took = (performance.now() - began) / 1000
  const rows = Object.entries(all).map(([name, judged]) => {
    const right = rightnessOf(judged)
    const { recall5, recall10, precision5, precision10 } = right
    const { reciprocalRank, collisionAuc, fileError, pairError } = right
    const first = [recall5, recall10, precision5, precision10]
    const all = [...first, reciprocalRank, collisionAuc, fileError, pairError]
    return [name, ...all.map((number) => number.toFixed(3))]
  })
  const what = `${all['foresight']!.length} commits${lag === 0 ? '' : `, lag of ${lag}`}`
  const measures = ['r5', 'r10', 'p5', 'p10', 'MRR', 'AUC', 'error, files', 'error, pairs']
  printTable([what, ...measures], rows)
  console.log(`in ${took.toFixed(1)} s`)
}

function foreseenBy(
  foresight: Foresight,
  text: PastCommit | TaskText,
): Readonly<Record<string, readonly ForeseenFile[]>> {
  const { index } = foresight
  const heat = index.messages.hottest(MOST_FILES, (file) => index.files.isLiving(file))
  const named = questionOf(text).paths.flatMap((path) => {
    const files = index.paths.named(path)
    return files.map((file) => ({ path: index.files.pathOfFile(file), p: 1 / files.length }))
  })
  return {
    foresight: foresight.foresee(text).files.slice(0, MOST_FILES),
    'paths in the text': named.sort((a, b) => b.p - a.p),
    'most changed': heat.map((file) => ({
      path: index.files.pathOfFile(file),
      p: index.messages.heatOf(file),
    })),
  }
}
