import { describe, expect, it } from 'vitest'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { maskSecrets, secretMask, secretValues } from './secrets.ts'

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
    ['Stripe', `sk_live_${filled(24)}`],
    ['SendGrid', `SG.${filled(22)}.${filled(43)}`],
    ['DigitalOcean', `dop_v1_${'0a1b'.repeat(16)}`],
    ['Vault', `hvs.${filled(95)}`],
    ['PyPI', `pypi-AgEIcHlwaS5vcmc${filled(60)}`],
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
    'SECRET_KEY=hunter2hunter2',
    'DB_PASSWORD=hunter2',
    'aws_secret_access_key = hunter2/K7MDENG/bPxRfiCYhunter2+hunter2hu',
    '"SecretAccessKey": "hunter2/K7MDENG/bPxRfiCYhunter2+hunter2hu"',
    'AKIAIOSFODNN7EXAMPLE,hunter2/K7MDENG/bPxRfiCYhunter2+hunter2h',
    'Authorization: Token hunter2hunter2hunter2',
    'Authorization: Basic aHVudGVyMjpodW50ZXIy-hunter2',
    "curl -H 'X-Api-Key: hunter2hunter2' https://example.com",
    'curl -u admin:hunter2 https://example.com',
    'postgres://shop:hunter2@db.example.com:5432/shop',
    'https://user:hunter2@example.com/path and redis://:hunter2@cache:6379',
    'https://hunter2:x-oauth-basic@github.com/a/b.git',
    'machine example.com login me password hunter2',
    '//registry.example.com/:_authToken=hunter2hunter2',
    'deploy --token hunter2hunter2 --verbose',
    'password = "correct horse hunter2"',
    String.raw`{\"api_key\":\"hunter2hunter2\",\"user\":\"me\"}`,
    String.raw`TOKEN=hunter2hunter2\nUSER=me`,
    'signingKey: hunter2hunter2hunter2',
    'client_secret=hunter2hunter2&grant_type=x',
    'DB_PASS=hunter2',
    'SMTP_PASS: hunter2',
    'PASS=hunter2',
    'export REDIS_PASS="hunter2"',
    'DB_PASS="correct hunter2 battery"',
    "API_KEY='correct hunter2 battery'",
    '{"SMTP_PASS":"hunter2"}',
    String.raw`{\"DB_PASS\":\"hunter2\"}`,
    'db_pass = "hunter2x"',
    "auth: { user: 'me', pass: 'hunter2' }",
    'https://example.com/login?user=me&pass=hunter2',
    "smtpPass: 'hunter2x'",
    'pwd=hunter2',
    'Server=db;Uid=sa;Pwd=hunter2;',
    'DB_PWD: hunter2',
    'mysql -u root -phunter2',
    'mysqldump --single-transaction -uroot -phunter2 shop > shop.sql',
    "mariadb -u root -p'hunter2'",
    'sshpass -p hunter2 ssh me@host',
    'sshpass -phunter2 ssh me@host',
    'docker login -u me -p hunter2 registry.example.com',
    'mongosh -u me -p hunter2 shop',
    'redis-cli -h cache -a hunter2 ping',
    'openssl rsa -in key.pem -passin pass:hunter2',
    'pg_tool --db-pass=hunter2 --pass hunter2',
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
    ['line by line', '\n', ''],
    ['in a diff', '\n', '+'],
    ['within JSON', '\\n', ''],
  ])('is masked as a PGP key of many lines, in any pieces: %s', (_, end, margin) => {
    const body = ['Version: GnuPG v2', '', ...Array<string>(200).fill(filled(64)), '=aB3d']
    const block = ['BEGIN', ...body, 'END'].map((line) =>
      line === 'BEGIN' || line === 'END' ? `-----${line} PGP PRIVATE KEY BLOCK-----` : line,
    )
    const text = `before${end}${block.map((line) => margin + line).join(end)}${end}after`
    expect(maskSecrets(text)).toBe(`before${end}${margin}********${end}after`)
    for (const size of [1000, 8192]) {
      const mask = secretMask()
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g'))!
      expect(pieces.map(mask).join('')).toBe(`before${end}${margin}********${end}after`)
    }
  })

  it.each([
    ['mysql://root:p:ss@w0rd@h/x', 'mysql://root:********@h/x'],
    [`https://${'a1b2'.repeat(10)}@git.example.com/a/b`, 'https://********@git.example.com/a/b'],
    [`https://${'a1b2'.repeat(10)}:@git.example.com/a/b`, 'https://********:@git.example.com/a/b'],
    ['MYSQL_PWD=hunter22 mysql', 'MYSQL_PWD=******** mysql'],
    ['Cookie: session=abcdef0123; a=b', 'Cookie: ********'],
    ['{"auths": {"h": {"auth": "dXNlcjpwYXNz"}}}', '{"auths": {"h": {"auth": "********"}}}'],
    ['Digest realm="x", response="6629fae49393a053"', 'Digest realm="x", response="********"'],
  ])('is masked in %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  it('is not the name of a branch', () => {
    const branch = 'refs/heads/sk-feature-abcdefghijklmnopqrstuvwxyz'
    expect(maskSecrets(branch)).toBe(branch)
  })

  it('ends where something else begins: a key without its end hides nothing that comes after', () => {
    const mask = secretMask()
    expect(mask('see -----BEGIN PRIVATE KEY-----\n')).toBe('see ********')
    expect(mask('MIIEvQIBADANBgkq\n')).toBe('')
    expect(mask('and then the tests passed\n')).toBe('and then the tests passed\n')
    expect(mask('MIIEvQIBADANBgkq\n')).toBe('MIIEvQIBADANBgkq\n')
  })

  it.each([
    'the task-list is done',
    'risk-free and disk-based, mask-ant-farm',
    'ask: what is a token? It is a word.',
    'https://example.com/a/b?c=d#e',
    'https://name.of.a.developer@dev.azure.com/acme/shop and ssh://git@github.com/a/b',
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'commit 0d6d5339f86d081884c7d659a2feaa0c55ad015a',
    'session 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'function seal(token: string): number { return max_tokens }',
    'const token = accessToken(place.path)',
    'apiKey: process.env.API_KEY, password: ${PASSWORD}',
    'MAX_TOKENS=4096 and tokens: 123456789',
    'git@github.com:owner/repo.git http://localhost:3000/@scope/pkg',
    '-----BEGIN PUBLIC KEY-----',
    'docker run -u 1000:1000 image',
    'docker run --name mysql -p3306:3306 mysql',
    'mysql -u root -p shop',
    'pass: 12',
    '12 passed, 3 failed',
    'PASS src/x.test.ts',
    '--- PASS: TestLogin2 (0.01s)',
    'PASS: test_login2',
    'PASS=1204 FAIL=3',
    'TESTS_PASS=1204 and pass=12 fail=3',
    '{"pass": 12, "fail": 0, "user": 3}',
    'the user may pass: nobody is asked',
    'first_pass = compute2(values)',
    'two_pass: enabled',
    'bypass: something2else',
    'PWD=/home/somebody/shop2 OLDPWD=/home/somebody2',
    'pwd: /home/somebody/shop2',
    'pwd=$(pwd) && cd ..',
    'PWD=~/shop2',
    String.raw`PWD=C:\shop2\src`,
    'pwd: somewhere',
    'vitest --passWithNoTests --pass-with-no-tests',
    'GIT_ASKPASS=/usr/bin/askpass2',
    '',
  ])('is not seen where there is none: %s', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })

  it('costs little in much text', () => {
    const text = 'token sk- ghp_ eyJ -----BEGIN password secret= '.repeat(40_000)
    const began = process.cpuUsage()
    maskSecrets(text)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000)
  })
})

/** One secret for each kind that secretlint's recommended rules look for. */
const FOUND_BY_OTHERS = [
  `aws_secret_access_key = ${filled(20)}/${filled(19)}`,
  `https://${filled(40)}:x-oauth-basic@github.com/owner/repo`,
  `npm_${filled(36)}`,
  `xoxb-123456789012-1234567890123-${filled(24)}`,
  `https://hooks.slack.com/services/T12345678/B12345678/${filled(24)}`,
  'https://user:hunter2secret@host.example.com/path',
  `sk-${filled(20)}T3BlbkFJ${filled(20)}`,
  `sk-ant-api03-${filled(93)}AA`,
  `gsk_${filled(52)}`,
  `hf_${'aBcDeFgH'.repeat(5).slice(0, 34)}`,
  `lin_api_${filled(40)}`,
  `ntn_12345678901${filled(35)}`,
  `SG.${filled(22)}.${filled(43)}`,
  `shpat_${'0a1b'.repeat(8)}`,
  `ghp_${filled(36)}`,
  `github_pat_${filled(82)}`,
  `glpat-${filled(20)}`,
  `glsa_${filled(32)}_0a1b2c3d`,
  'mongodb+srv://admin:hunter2secret@cluster0.example.mongodb.net/shop',
  'mysql://root:hunter2secret@db.example.com:3306/shop',
  'postgresql://shop:hunter2secret@db.example.com/shop',
  `hvs.${filled(95)}`,
  `hvb.${filled(140)}`,
  `vcp_${filled(24)}`,
  `dapi${'0a1b'.repeat(8)}`,
  `dckr_pat_${filled(27)}`,
  `figd_${filled(43)}`,
]

/** How many secrets the recommended rules of secretlint find in a text. */
async function foundIn(content: string): Promise<number> {
  const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }]
  const source = { filePath: 'a.txt', content, contentType: 'text' as const }
  return (await lintSource({ source, options: { config: { rules } } })).messages.length
}

it('what secretlint finds is masked, so that it finds nothing more', async () => {
  for (const secret of FOUND_BY_OTHERS) {
    const text = `before ${secret} after`
    const masked = maskSecrets(text)
    expect([secret, masked === text, await foundIn(masked)]).toEqual([secret, false, 0])
  }
  const found = await Promise.all(
    FOUND_BY_OTHERS.map((secret) => foundIn(`before ${secret} after`)),
  )
  // If the rules of secretlint change, this list has to follow them.
  expect(FOUND_BY_OTHERS.filter((_, i) => found[i] === 0)).toEqual([])
})

it('values are secret by the names of their variables', () => {
  const environment = {
    SHOP_TOKEN: 'plain-words',
    npm_config_password: 'other-words',
    DB_PASS: 'plainpass77',
    SSHPASS: 'sshpass-words',
    MYSQL_PWD: 'mysql-words',
    PWD: '/home/somebody/shop',
    OLDPWD: '/home/somebody',
    GIT_ASKPASS: 'some-program-that-asks',
    SHORT_KEY: 'id',
    GOOGLE_APPLICATION_CREDENTIALS: '/home/me/key.json',
    HOME: '/home/somebody',
  }
  expect(secretValues(environment)).toEqual([
    'plain-words',
    'other-words',
    'plainpass77',
    'sshpass-words',
    'mysql-words',
  ])
})
