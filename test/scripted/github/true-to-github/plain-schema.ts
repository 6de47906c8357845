/** Turns a schema of OpenAPI 3.0 into one that ajv reads, and closes its objects: a field that GitHub does not have is a mistake. */
export type Schema = Readonly<Record<string, unknown>>

/** What ajv needs not know, and examples, which may hold anything. */
const LEFT_OUT = new Set([
  'example',
  'examples',
  'description',
  'deprecated',
  'discriminator',
  'title',
])

export function plainSchema(schema: Schema, isOpen = false): Schema {
  const { $ref } = schema
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/', 'github://') }
  const entries = Object.entries(schema).filter(([key]) => !LEFT_OUT.has(key) && key !== 'nullable')
  const plain = Object.fromEntries(entries.flatMap(([key, value]) => plainEntry(key, value)))
  const isObject = 'properties' in plain && !('additionalProperties' in plain) && !isOpen
  const closed = isObject && !('anyOf' in plain) ? { ...plain, additionalProperties: false } : plain
  return schema['nullable'] === true ? { anyOf: [closed, { type: 'null' }] } : closed
}

function plainEntry(key: string, value: unknown): readonly (readonly [string, unknown])[] {
  switch (key) {
    case 'properties':
      return [[key, mapped(value as Record<string, Schema>)]]
    case 'items':
    case 'not':
      return [[key, plainSchema(value as Schema)]]
    case 'additionalProperties':
      return [[key, typeof value === 'boolean' ? value : plainSchema(value as Schema)]]
    case 'allOf':
      return [[key, (value as Schema[]).map((one) => plainSchema(one, true))]]
    // GitHub's own alternatives overlap, so that "exactly one" would refuse its own examples.
    case 'oneOf':
    case 'anyOf':
      return [['anyOf', (value as Schema[]).map((one) => plainSchema(one))]]
    default:
      return [[key, value]]
  }
}

const mapped = (properties: Readonly<Record<string, Schema>>): Schema =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, plainSchema(one)]))
