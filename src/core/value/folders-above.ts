/** `a/b/c`: `a` and `a/b`, the outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}
