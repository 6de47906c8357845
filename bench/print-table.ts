/** Prints rows under a header, numbers to the right. */
export function printTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = [header, ...rows].map((row) => row.map(String))
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const [title, ...body] = cells.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  '),
  )
  console.log([title, '-'.repeat(title!.length), ...body, ''].join('\n'))
}
