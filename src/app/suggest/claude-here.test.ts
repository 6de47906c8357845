import { describe, expect, it } from 'vitest'
import type { Config } from '../../config/config.ts'
import { usualConfig } from '../../config/resolve-config.ts'
import { SUGGESTION_MODEL } from '../../suggest/default-model.ts'
import { rememberedClaude } from './claude-here.ts'

const USUAL = usualConfig()
const offline: Config = { ...USUAL, planning: { ...USUAL.planning, backend: 'offline' } }

describe('Claude for orderings', () => {
  it('is opened when it is first needed, and then used again', async () => {
    const claudeOf = rememberedClaude({ ANTHROPIC_API_KEY: 'a-key' })
    const first = await claudeOf(USUAL).open()
    expect(await claudeOf(USUAL).open()).toBe(first)
    expect(first.model).toMatchObject({ backend: 'api' })
    const other = await claudeOf({ ...USUAL, parallelizationModel: 'opus' }).open()
    expect(other).not.toBe(first)
  })

  it('has the usual model, or the one that the setting names', () => {
    const withKey = rememberedClaude({ ANTHROPIC_API_KEY: 'a-key' })
    expect(withKey(USUAL).modelName).toBe(SUGGESTION_MODEL)
    expect(withKey({ ...USUAL, parallelizationModel: 'opus' }).modelName).toBe('opus')
    expect(rememberedClaude({})(USUAL).modelName).toBeNull()
  })

  it('cannot be asked without a key and without claude, or when planning is offline', async () => {
    expect(await rememberedClaude({ PATH: '/nowhere' })(USUAL).open()).toEqual({
      model: null,
      because: 'ANTHROPIC_API_KEY is not set, and claude is not installed',
    })
    expect(await rememberedClaude({ ANTHROPIC_API_KEY: 'a-key' })(offline).open()).toEqual({
      model: null,
      because: 'planning.backend is offline',
    })
  })

  it('is looked for again when a key appears', async () => {
    const environment: Record<string, string> = { PATH: '/nowhere' }
    const claudeOf = rememberedClaude(environment)
    expect((await claudeOf(USUAL).open()).model).toBeNull()
    environment['ANTHROPIC_API_KEY'] = 'a-key'
    expect((await claudeOf(USUAL).open()).model).not.toBeNull()
  })
})
