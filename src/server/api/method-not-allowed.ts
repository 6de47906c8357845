/** Answers a request whose path exists but not for that method: 405, unlike the 404 of an unknown path. */
import type { Context } from 'hono'
import { notFound } from '../http/answer-errors.ts'
import { refused } from '../http/api-error.ts'
import type { ApiDocument } from './describe/describe-api.ts'

export function methodNotAllowed(document: () => ApiDocument): (context: Context) => Response {
  let paths: readonly Known[] | null = null
  return (context) => {
    const { path, method } = context.req
    paths ??= pathsIn(document())
    const allowed = paths.filter(({ form }) => form.test(path)).flatMap(({ methods }) => methods)
    if (allowed.length === 0) return notFound(context)
    const allow = [...new Set(allowed)].join(', ')
    context.header('allow', allow)
    return refused(context, 405, {
      error: 'method_not_allowed',
      message: `${method} cannot be done with this path`,
      hint: `it takes ${allow}`,
    })
  }
}

interface Known {
  readonly form: RegExp
  readonly methods: readonly string[]
}

const pathsIn = ({ paths = {} }: ApiDocument): readonly Known[] =>
  Object.entries(paths).map(([path, item]) => ({
    form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: Object.keys(item).map((method) => method.toUpperCase()),
  }))
