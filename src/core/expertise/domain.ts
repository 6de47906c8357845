/** The domain of a task: as its plan names it, else as its words and files suggest. */
import type { Task } from '../plan/plan.ts'
import { slug } from '../planning/task-ids.ts'

const GENERAL = 'general'

interface Signs {
  readonly words: RegExp
  readonly files: readonly RegExp[]
}

/** Where two domains score the same, the first counts: most work brings tests, so these come last. */
const DOMAINS: Readonly<Record<string, Signs>> = {
  database: {
    words: /\b(?:database|schemas?|migrations?|sql|tables?|index(?:es)?|quer(?:y|ies))\b/gi,
    files: [/(?:^|\/)(?:db|database|migrations?)\//i, /\.(?:sql|prisma)$/i],
  },
  api: {
    words: /\b(?:api|endpoints?|routes?|rest|graphql|http|webhooks?|requests?|backend)\b/gi,
    files: [/(?:^|\/)(?:api|routes?|controllers?|handlers?)(?:\/|\.[^/]+$)/i, /openapi|\.proto$/i],
  },
  frontend: {
    words: /\b(?:frontend|ui|pages?|components?|css|forms?|buttons?|layouts?|browser)\b/gi,
    files: [
      /\.(?:tsx|jsx|css|scss|html|vue|svelte)$/i,
      /(?:^|\/)(?:components|pages|views|web)\//i,
    ],
  },
  security: {
    words:
      /\b(?:security|auth|authentication|authorization|login|passwords?|tokens?|permissions?)\b/gi,
    files: [/(?:^|\/)(?:auth|security)(?:\/|[^/]*\.[^/]+$)/i],
  },
  deployment: {
    words: /\b(?:deploy(?:ment|s)?|docker|kubernetes|ci|pipelines?|release|infrastructure)\b/gi,
    files: [/(?:^|\/)(?:\.github|\.ci|deploy|infra|k8s)\//i, /dockerfile|compose\.ya?ml$|\.tf$/i],
  },
  testing: {
    words: /\b(?:tests?|testing|coverage|fixtures?|e2e|specs?)\b/gi,
    files: [/\.(?:test|spec)\.[^/]+$/i, /(?:^|\/)(?:tests?|__tests__|e2e|spec)\//i],
  },
}

/** changed: the files that the task really changed. The result is also the name of a folder. */
export function domainOf(task: Task, changed: readonly string[]): string {
  const named = slug(task.domain ?? '')
  if (named !== '') return named
  const files = changed.length > 0 ? changed : task.files
  const text = `${task.name} ${task.work.is === 'prompt' ? task.work.text : task.work.line}`
  let best = { domain: GENERAL, score: 0 }
  for (const [domain, signs] of Object.entries(DOMAINS)) {
    const score = scoreOf(signs, text, files)
    if (score > best.score) best = { domain, score }
  }
  return best.domain
}

/** Each different word counts 1, each kind of file 2. */
function scoreOf({ words, files: kinds }: Signs, text: string, files: readonly string[]): number {
  const named = new Set(text.match(words)?.map((word) => word.toLowerCase()))
  return named.size + 2 * kinds.filter((kind) => files.some((file) => kind.test(file))).length
}
