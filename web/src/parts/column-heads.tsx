/** The heads of the columns of a table. */
export interface ColumnHeadsProps {
  readonly names: readonly string[]
  /** Only screen readers need these heads: the table has the same columns as the one above. */
  readonly isUnseen?: boolean
}

export function ColumnHeads({ names, isUnseen = false }: ColumnHeadsProps) {
  return (
    <thead className={isUnseen ? 'unseen' : undefined}>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
