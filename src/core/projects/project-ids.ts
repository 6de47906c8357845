/** The ids of projects: readable, and safe in the path of a URL and as the name of a file. */

/** Words that mean something else where an id may stand. */
const RESERVED: ReadonlySet<string> = new Set(['current', 'all'])

const LONGEST = 60

/** The ids that a project with this name may get, the best first: `shop`, then `shop-2`, `shop-3` and so on. */
export function* idsFor(name: string): Generator<string, never> {
  const plain = plainName(name)
  if (!RESERVED.has(plain)) yield plain
  for (let number = 2; ; number++) yield `${plain}-${number}`
}

const ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/

/** Whether the text could be an id at all. */
export const isProjectId = (text: string): boolean =>
  text.length <= LONGEST + 10 && ID.test(text) && !RESERVED.has(text)

/** Letters with marks lose these; everything that is not plain becomes a dash. */
function plainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  return plain === '' ? 'project' : plain
}
