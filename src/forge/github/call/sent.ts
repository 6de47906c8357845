/** Reads fields of an answer that may have any form: a missing field is empty, and nothing here throws. */

export type Row = Readonly<Partial<Record<string, unknown>>>

const NO_ROW: Row = {}

export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

const valueIn = (value: unknown, field: string): unknown => (isRow(value) ? value[field] : null)

export const rowIn = (value: unknown, field: string): Row => {
  const row = valueIn(value, field)
  return isRow(row) ? row : NO_ROW
}

export const textIn = (value: unknown, field: string): string => {
  const text = valueIn(value, field)
  return typeof text === 'string' ? text : ''
}

/** null: the field is no whole number. */
export const numberIn = (value: unknown, field: string): number | null => {
  const number = valueIn(value, field)
  return Number.isSafeInteger(number) ? (number as number) : null
}

export const isTrueIn = (value: unknown, field: string): boolean => valueIn(value, field) === true

export const rowsIn = (value: unknown, field: string): readonly Row[] => {
  const rows = valueIn(value, field)
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

/** The nodes of a connection of GraphQL. */
export const nodesIn = (value: unknown, field: string): readonly Row[] =>
  rowsIn(rowIn(value, field), 'nodes')

/** Milliseconds since 1970; 0: the field is no time. */
export const timeIn = (value: unknown, field: string): number =>
  Date.parse(textIn(value, field)) || 0

/** Only http and https URLs, because the page makes links of them; otherwise empty. */
export const webAddressIn = (value: unknown, field: string): string => {
  const text = textIn(value, field)
  return /^https?:\/\//.test(text) ? text : ''
}
