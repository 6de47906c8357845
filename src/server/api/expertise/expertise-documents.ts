/** What runs have taught, and what an export has done, as the API returns them. */
import type { LearntFile, Pattern } from '../../../core/expertise/changed-files.ts'
import type { Expertise, Learning, Technique } from '../../../core/expertise/expertise.ts'
import {
  EXPORT_RESULTS,
  type ExportDocument,
  type ExportedFile,
} from '../../../core/expertise/exported.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  number,
  objectOf,
  oneOf,
  text,
  texts,
  whole,
} from '../answer-schemas.ts'

const expertise = objectOf<Expertise>('What the tasks of a domain have taught.', {
  domain: text('Also the name of its folder.', 'api'),
  description: text('One sentence.'),
  confidence: number('0 to 1: (landed + 1) / (landed + failed + 2).'),
  usage_count: whole('Tasks that it was learnt from.'),
  landed: whole('How many of them landed.'),
  failed: whole('How many failed by their own work.'),
  version: whole('Goes up with each task.'),
  last_updated: text('The day of the newest task, in UTC.', '2026-04-30'),
  files: listOf(
    objectOf<LearntFile>('A file.', {
      path: text('From the top of the repository.', 'src/api/users.ts'),
      tasks: whole('Landed tasks that changed it.'),
    }),
    'The most often changed first, 10 at most.',
  ),
  patterns: listOf(
    objectOf<Pattern>('Two files that change together.', {
      name: text('The two files.'),
      description: text('How often.'),
      example: text('A task that changed both.', 'run 7, task api'),
    }),
    'The most frequent first, 10 at most.',
  ),
  techniques: listOf(
    objectOf<Technique>('A check that passes.', {
      name: text('How often it passed.'),
      steps: texts('Its command.'),
    }),
    'The most often passed first, 5 at most.',
  ),
  learnings: listOf(
    objectOf<Learning>('A lesson. What others wrote is quoted in it.', {
      type: oneOf(['success', 'failure'], 'Whether the task landed.'),
      lesson: text('One sentence.'),
      date: text('The day, in UTC.', '2026-04-30'),
    }),
    'The last 5, the newest last.',
  ),
})

export const expertiseDocument = documentOf<{ readonly domains: readonly Expertise[] }>(
  'Expertise',
  'What the runs of this repository have taught.',
  { domains: listOf(expertise, 'The domain with the most tasks first.') },
)

export const exportDocument = documentOf<ExportDocument>(
  'ExportedExpertise',
  'What an export has done, or would do.',
  {
    dry_run: flag('Nothing was written.'),
    files: listOf(
      objectOf<ExportedFile>('A file.', {
        path: text('From the top of the repository.'),
        result: oneOf(EXPORT_RESULTS, 'kept: somebody has changed it, so it stays as it is.'),
        why: maybe(text('Why it was kept, or would have been without force.')),
        copy: maybe(text('Where the replaced file is; null: nothing of others was replaced.')),
      }),
      'Three for each domain.',
    ),
    ignored: texts('Files that git ignores, so that they will not be committed.'),
  },
)
