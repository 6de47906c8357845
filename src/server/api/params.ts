/** The parameters in paths of the API. Only their form is checked here, not whether such a thing exists in the run. */
import { z } from '@hono/zod-openapi'

const name = (description: string, example: string) =>
  z.string().min(1).max(200).openapi({ description, example })

const run = name('The number of a run; `current` is the newest.', 'current')
const task = name('The id of a task.', 'api')

export const ofRun = z.object({ run })
export const ofTask = z.object({ run, task })
export const ofAttempt = z.object({ attempt: name('The id of an attempt.', '7-api-2') })
export const ofBatch = z.object({
  batch: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .openapi({ description: 'The number of a batch; 1 is the first.', example: 1 }),
})

/** The path of a task file below the repository; a path that leads out of the repository is refused. */
export const planFile = z
  .string()
  .min(1)
  .max(1000)
  .refine((path) => !/^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)|\0/.test(path), {
    error: 'a path below the repository',
  })
  .openapi({ description: 'A task file, relative to the repository.', example: 'tasks.yaml' })

/** The page size of a list. */
export const limit = (usual: number, most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .openapi({ description: `At most so many: 1 to ${most}.` })
