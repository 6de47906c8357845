/** Lists come in pages, with the addresses of the others in the header "link". */
import type { Answer, Asked } from './route.ts'

interface PageWish {
  readonly page: number
  readonly perPage: number
}

function pageWish(query: URLSearchParams): PageWish {
  const number = (name: string, usual: number): number => {
    const read = Number.parseInt(query.get(name) ?? '', 10)
    return Number.isNaN(read) || read < 1 ? usual : read
  }
  return { page: number('page', 1), perPage: Math.min(100, number('per_page', 30)) }
}

export function pageOf<T>(
  { query, world }: Asked,
  path: string,
  all: readonly T[],
  tell: (one: T) => unknown,
): Answer {
  const { page, perPage } = pageWish(query)
  const body = all.slice((page - 1) * perPage, page * perPage).map(tell)
  const link = linkTo(`${world.api}${path}`, query, all.length)
  return { status: 200, body, ...(link === '' ? {} : { headers: { link } }) }
}

function linkTo(address: string, query: URLSearchParams, count: number): string {
  const { page, perPage } = pageWish(query)
  const last = Math.max(1, Math.ceil(count / perPage))
  const to = (rel: string, number: number): string => {
    const params = new URLSearchParams(query)
    params.set('page', `${number}`)
    return `<${address}?${params.toString()}>; rel="${rel}"`
  }
  return [
    ...(page > 1 ? [to('prev', page - 1)] : []),
    ...(page < last ? [to('next', page + 1), to('last', last)] : []),
    ...(page > 1 ? [to('first', 1)] : []),
  ].join(', ')
}
