import { describe, expect, it } from 'vitest'
import { maskSecrets } from './secrets.ts'

const filled = (length: number): string => 'aB3dE6gH9'.repeat(20).slice(0, length)

describe('what looks like a key', () => {
  it.each([
    ['Anthropic', `sk-ant-api03-${filled(40)}`],
    ['OpenAI', `sk-proj-${filled(40)}`],
    ['GitHub', `ghp_${filled(36)}`],
    ['GitHub, fine-grained', `github_pat_${filled(50)}`],
    ['GitLab', `glpat-${filled(20)}`],
    ['Slack', `xoxb-123456789012-${filled(20)}`],
    ['AWS', 'AKIAIOSFODNN7EXAMPLE'],
    ['Google', `AIza${filled(35)}`],
    ['npm', `npm_${filled(36)}`],
    ['Hugging Face', `hf_${filled(34)}`],
    ['JWT', `eyJ${filled(20)}.eyJ${filled(30)}.${filled(40)}`],
  ])('is masked: %s', (_, key) => {
    expect(maskSecrets(`before ${key} after`)).toBe('before ******** after')
    expect(maskSecrets(`{"k":"${key}"}`)).not.toContain(key)
    expect(maskSecrets(key)).toBe('********')
  })

  it.each([
    'API_KEY=hunter2hunter2',
    'password: "hunter2hunter2"',
    'Authorization: Bearer hunter2hunter2',
    "'secret': 'hunter2hunter2',",
    'export MY_TOKEN=hunter2hunter2;',
  ])('is masked where it is given a name: %s', (line) => {
    expect(maskSecrets(line)).not.toContain('hunter2')
    expect(maskSecrets(line)).toContain('********')
  })

  it('is masked as a private key, over all its lines, also when the end is missing', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${filled(64)}\n${filled(64)}\n`
    expect(maskSecrets(`a\n${key}-----END RSA PRIVATE KEY-----\nb`)).toBe('a\n********\nb')
    expect(maskSecrets(`a\n${key}`)).toBe('a\n********')
  })

  it.each([
    'the task-list is done',
    'risk-free and disk-based, mask-ant-farm',
    'ask: what is a token? It is a word.',
    'https://example.com/a/b?c=d#e',
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '',
  ])('is not seen where there is none: %s', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })

  it('costs little in much text', () => {
    const text = 'token sk- ghp_ eyJ -----BEGIN password secret= '.repeat(40_000)
    const began = performance.now()
    maskSecrets(text)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
