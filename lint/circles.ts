/** Finds circles of imports, of any length: strongly connected components, by Tarjan's algorithm. */

export function circlesIn(
  imports: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const numberOf = new Map<string, number>()
  const lowestOf = new Map<string, number>()
  const open: string[] = []
  const circles: (readonly string[])[] = []

  for (const file of imports.keys()) if (!numberOf.has(file)) visit(file)
  return circles

  function visit(file: string): void {
    numberOf.set(file, numberOf.size)
    lowestOf.set(file, numberOf.get(file)!)
    open.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!numberOf.has(next)) visit(next)
      if (open.includes(next))
        lowestOf.set(file, Math.min(lowestOf.get(file)!, lowestOf.get(next)!))
    }
    if (lowestOf.get(file) !== numberOf.get(file)) return
    const part = open.splice(open.indexOf(file))
    if (part.length > 1 || imports.get(file)?.includes(file)) circles.push(part.toSorted())
  }
}
