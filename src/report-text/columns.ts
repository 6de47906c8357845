/** Tables for a terminal, with the cells of each column below each other. */

type Rows = readonly (readonly string[])[]

/** Names on the left, and figures that end below each other; one line for each row. */
export const columns = (rows: Rows): readonly string[] => {
  const widths = widthsOf(rows)
  return rows.map(([name, ...figures]) =>
    [
      name?.padEnd(widthAt(widths, 0)),
      ...figures.map((cell, at) => cell.padStart(widthAt(widths, at + 1))),
    ].join('  '),
  )
}

/** Every cell begins below the one above; one line for each row. */
export const table = (rows: Rows): readonly string[] =>
  padded(rows).map((row) => row.join('  ').trimEnd())

/** The cells of each row, made as wide as the widest of their column; for rows whose cells are coloured afterwards. */
export function padded(rows: Rows): Rows {
  const widths = widthsOf(rows)
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widthAt(widths, at))))
}

const widthAt = (widths: readonly number[], column: number): number => widths[column] ?? 0

const widthsOf = ([first = [], ...rest]: Rows): readonly number[] =>
  first.map((cell, at) => Math.max(cell.length, ...rest.map((row) => row[at]?.length ?? 0)))
