/** Finds wrong imports in a set of source files: those that the layers forbid, and circles. */
import { circlesIn } from './circles.ts'
import { importsOf, type Import } from './imports.ts'
import { LAYERS, type Layer } from './layers.ts'

/** Source files by their path from the root of the repository. Tests may import anything and are left out. */
export type Sources = ReadonlyMap<string, string>

/** One line for each wrong import, with its place. */
export function wrongImports(sources: Sources): readonly string[] {
  const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]))
  const refused = [...imports].flatMap(([path, named]) => refusedIn(path, named))
  const filesNamed = [...imports].map(([path, named]) => {
    const files = named.flatMap(({ file }) => (file !== null && imports.has(file) ? [file] : []))
    return [path, files] as const
  })
  const circles = circlesIn(new Map(filesNamed)).map(
    (circle) => `these files import each other in a circle: ${circle.join(', ')}`,
  )
  return [...refused, ...circles]
}

function refusedIn(path: string, named: readonly Import[]): readonly string[] {
  const layer = layerOf(path)
  if (layer === null) return [`${path}: no layer in lint/layers.ts has this file`]
  return named
    .filter((one) => !isAllowed(layer, one))
    .map(
      ({ specifier, line }) =>
        `${path}:${line}: ${layer.of} may not import ${specifier} (lint/layers.ts lists its imports; files are named with their extension)`,
    )
}

function isAllowed({ of, may, packages }: Layer, { specifier, file }: Import): boolean {
  if (file === null) return packages.some((name) => isPackage(specifier, name))
  // Without the extension, circles would not be seen; tests may import anything, so nothing may import tests.
  if (!/\.(tsx?|css|json)$/.test(file) || isTest(file)) return false
  // A style sheet belongs to the layer of its folder.
  return isLayer(file, of) || may.some((allowed) => isIn(file, allowed))
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

const isPackage = (specifier: string, name: string): boolean =>
  name.endsWith(':') ? specifier.startsWith(name) : isIn(specifier, name)

const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`)

const isLayer = (file: string, of: string): boolean => layerOf(file)?.of === of

/** A file belongs to the layer with the longest path that contains it. */
export function layerOf(path: string): Layer | null {
  const fitting = LAYERS.filter(({ of }) => isIn(path, of))
  return fitting.toSorted((a, b) => b.of.length - a.of.length)[0] ?? null
}
