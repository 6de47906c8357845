/** Tells the conflict markers that a merge has left in a file from those that belong to its text. */

/**
 * versions: the file as each side had it. Documentation and fixtures may show a conflict: markers that a
 * version has are part of the text, also where both versions were kept.
 */
export function leavesMarkers(text: string, versions: readonly string[]): boolean {
  const blocks = blocksIn(text)
  const own = versions.map(blocksIn)
  const isOwn = new Set(own.flat())
  return hasMore(blocks, own) && blocks.some((block) => !isOwn.has(block))
}

export const hasMarkers = (text: string): boolean => /^(<{7}|>{7})( |\r?$)/m.test(text)

/** From a line that begins a conflict to the next that ends one; also what was begun and never ended. */
function blocksIn(text: string): readonly string[] {
  const blocks: string[] = []
  let open: string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (open.length > 0 || hasMarkers(line)) open.push(line)
    if (!line.startsWith(END) || !hasMarkers(line)) continue
    blocks.push(open.join('\n'))
    open = []
  }
  return open.length === 0 ? blocks : [...blocks, open.join('\n')]
}

const END = '>'.repeat(7)

/** Whether some marker is there more often than in any of the versions. */
function hasMore(blocks: readonly string[], versions: readonly (readonly string[])[]): boolean {
  const counts = versions.map(countMarkers)
  return [...countMarkers(blocks)].some(([line, count]) =>
    counts.every((version) => (version.get(line) ?? 0) < count),
  )
}

function countMarkers(blocks: readonly string[]): ReadonlyMap<string, number> {
  const lines = blocks.flatMap((block) => block.split('\n')).filter(hasMarkers)
  return new Map([...Map.groupBy(lines, (line) => line)].map(([line, all]) => [line, all.length]))
}
