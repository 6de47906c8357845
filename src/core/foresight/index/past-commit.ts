/** A commit as history tells it. */

export interface PastCommit {
  readonly id: string
  readonly subject: string
  readonly body: string
  readonly changes: readonly FileChange[]
}

export interface FileChange {
  /** M also stands for a changed type. */
  readonly kind: 'A' | 'M' | 'D'
  readonly path: string
  /** The content before and after, as git names it; '' where there is none that could be read. */
  readonly before: string
  readonly after: string
}

/** Commits that change more files say nothing about any of them. */
export const MOST_FILES_OF_A_VOTE = 50

const MOST_FILES_TO_FORESEE = 10

/** Whether a commit is like a task: it changes a few files that existed before, and at least one of them is a source file. */
export function isLikeTask({ changes }: PastCommit): boolean {
  const changed = changes.filter(({ kind }) => kind === 'M')
  return (
    changed.length >= 1 &&
    changed.length <= MOST_FILES_TO_FORESEE &&
    changed.some(({ path }) => isSource(path))
  )
}

/** The files that a commit changed and that existed before: what had to be foreseen. */
export const changedBy = ({ changes }: PastCommit): readonly string[] =>
  changes.filter(({ kind }) => kind === 'M').map(({ path }) => path)

/** Whether a file is written in a programming language, and not text, data, a setting or a picture. */
const isSource = (path: string): boolean => SOURCE.test(path)

const SOURCE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py[xi]?|rb|erb|go|rs|java|kts?|scala|groovy|clj[cs]?|swift|m|mm|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|cs|fs|vb|php|pl|pm|lua|r|jl|hs|elm|exs?|erl|ml[iy]?|dart|zig|nim|sh|bash|zsh|fish|ps1|bat|sql|css|s[ac]ss|less|html?|tmpl|proto|graphql|s|asm|cu|glsl|wgsl|el|lisp|scm|vim|cmake|coffee|cr|d|f90|pas|sol|tcl|v|vhd)$/i
