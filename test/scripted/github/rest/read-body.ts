/** Reads the fields of a body or of a path. What has another type is refused as GitHub does. */
import { Refused, notFound } from '../http/refused.ts'

type Fields = Readonly<Record<string, unknown>>

export function textAt(body: Fields, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw wrongType(name, 'a string')
  return value
}

export function textsAt(body: Fields, name: string): readonly string[] | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw wrongType(name, 'an array')
  return value
}

export function flagAt(body: Fields, name: string): boolean | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'boolean') throw wrongType(name, 'a boolean')
  return value
}

export function numberAt(path: Fields, name: string): number {
  const value = Number(path[name])
  if (!Number.isInteger(value)) throw notFound()
  return value
}

const wrongType = (name: string, type: string): Refused =>
  new Refused(422, {
    message: `Invalid request.\n\nFor 'properties/${name}', input is not ${type}.`,
  })
