/** Reads trees of workspaces that the user names: a file, or standard input. */
import { resolve } from 'node:path'
import { readTrees } from '../../core/ordering/read-trees.ts'
import type { Trees } from '../../core/ordering/workspace-graph.ts'
import { jsonFields } from '../../core/value/json-fields.ts'
import { readTextFile, readTextStream } from '../../yaml-file/read-text-file.ts'
import { ProblemList } from '../console/problem-list.ts'

/** The answer of `GET /api/tracker`, or only its trees. */
export async function treesIn(named: string, folder: string): Promise<Trees> {
  const name = named === '-' ? '<stdin>' : named
  const file =
    named === '-'
      ? await readTextStream(name, process.stdin)
      : await readTextFile(resolve(folder, named), named)
  if (!file.ok) throw wrong(name, [file.problem.message], file.problem.hint)
  const fields = jsonFields(file.text)
  if (fields === null) throw wrong(name, ['this is not a JSON object'], FORM)
  const read = readTrees(fields['trees'] ?? fields)
  if (!read.ok) throw wrong(name, read.problems, FORM)
  return read.trees
}

const FORM =
  'the answer of GET /api/tracker is meant, or its trees: {"shop": {"branch": "main", "children": [{"branch": "api", "workspace_id": "1"}]}}'

const wrong = (place: string, messages: readonly string[], hint: string | null): ProblemList =>
  new ProblemList(messages.map((message) => ({ place, message, hint })))
