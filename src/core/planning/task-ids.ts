/** Ids of tasks that are made from words. */

const LONGEST = 40

/** Empty when the text has no letter or digit that an id may have. */
export const slug = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '')

/** Numbers what was taken: `api`, `api-2`, `api-3`. Ids that differ only in case would be one folder on some disks. */
export function idGiver(): (wanted: string) => string {
  const taken = new Set<string>()
  return (wanted) => {
    const base = wanted === '' ? 'task' : wanted
    for (let n = 1; ; n++) {
      const id = n === 1 ? base : `${base.slice(0, 50 - `-${n}`.length)}-${n}`
      if (taken.has(id.toLowerCase())) continue
      taken.add(id.toLowerCase())
      return id
    }
  }
}
