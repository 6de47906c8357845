import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ends, play } from '../../../test/scripted/stream-json-steps.ts'
import { openClaude } from '../../../test/scripted/scripted-claude.ts'

describe('how Claude Code is started', () => {
  it('gets the prompt as its first message, and never on its command line', async () => {
    const at = openClaude(play(ends()))
    expect(await at.begin().end).toMatchObject({ is: 'succeeded' })
    const [start, first] = at.heard()
    expect(first).toEqual({ type: 'user', message: { role: 'user', content: 'Make it so.' } })
    expect(start!.arguments!.join(' ')).not.toContain('Make it so.')
    expect(start!.arguments).toEqual(
      expect.arrayContaining(['-p', '--input-format=stream-json', '--output-format=stream-json']),
    )
  })

  it.each([
    [
      'work',
      ['--permission-mode=acceptEdits', '--permission-prompt-tool=stdio'],
      /^--allowed.*Bash/,
    ],
    ['ask', ['--permission-mode=default', '--permission-prompt-tool=stdio'], /^--allowed.*Read/],
    ['all', ['--dangerously-skip-permissions'], /^-p$/],
  ] as const)('may do what "%s" says', async (permissions, flags, other) => {
    const at = openClaude(play(ends()), { settings: { permissions } })
    await at.begin().end
    const { arguments: args = [] } = at.heard()[0]!
    expect(args).toEqual(expect.arrayContaining([...flags]))
    expect(args.some((argument) => other.test(argument))).toBe(true)
    expect(args.some((argument) => /^--allowed.*Bash/.test(argument))).toBe(permissions === 'work')
  })

  it('takes the model of the task before that of the agent, and the words of both', async () => {
    const at = openClaude(play(ends()), { settings: { model: 'sonnet', arguments: ['--a', 'b'] } })
    await at.begin({ task: { model: 'opus', agentArguments: ['--c'] } }).end
    const args = at.heard()[0]!.arguments!
    expect(args).toContain('--model=opus')
    expect(args.slice(-3)).toEqual(['--a', 'b', '--c'])
  })

  it('gets our tools by a file that only the user can read and that holds no secret', async () => {
    const tools = { command: 'conductor', arguments: ['mcp'] }
    const at = openClaude(play(ends()), { options: { tools } })
    const one = at.begin({ task: { environment: { TOKEN: 'hush' } } })
    await one.end
    const file = join(one.artifacts, 'mcp.json')
    expect(at.heard()[0]!.arguments).toContain(`--mcp-config=${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      mcpServers: {
        conductor: {
          command: 'conductor',
          args: ['mcp', '--attempt', one.id],
          env: { CONDUCTOR_ATTEMPT: one.id, CONDUCTOR_HOME: expect.any(String) },
        },
      },
    })
    expect(readFileSync(file, 'utf8')).not.toContain('hush')
  })

  it('gets what is listed of our environment, what is set for it, and does not retry for minutes', async () => {
    const environment = { PATH: process.env['PATH'], SECRET: 'x', MINE: 'y', API_TIMEOUT_MS: '7' }
    const settings = { pass: ['MI*'], environment: { LEVEL: '2' } }
    const at = openClaude(play(ends()), { settings, options: { environment } })
    await at.begin({ task: { environment: { GIVEN: 'z' } } }).end
    const given = at.heard()[0]!.environment!
    expect(given).toMatchObject({
      MINE: 'y',
      LEVEL: '2',
      GIVEN: 'z',
      CONDUCTOR_TASK: 't',
      CLAUDE_CODE_MAX_RETRIES: '3',
      API_TIMEOUT_MS: '7',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    })
    expect(given).not.toHaveProperty('SECRET')
    expect(given).not.toHaveProperty('IS_SANDBOX')
  })

  it('goes on with a conversation by saying what is new', async () => {
    const at = openClaude(play(ends()))
    const conversation = { id: 's-0', say: 'Go on.', spentUsd: 0 }
    expect(await at.begin({ assignment: { conversation } }).end).toMatchObject({ is: 'succeeded' })
    expect(at.heard()[0]!.arguments).toContain('--resume=s-0')
    expect(at.heard()[1]).toMatchObject({ message: { content: 'Go on.' } })
  })

  it('begins anew with the whole prompt when the conversation is not known any more', async () => {
    const unknown = { errors: ['No conversation found with session ID: s-0'], is_error: true }
    const resumed = [ends({ ...unknown, subtype: 'error_during_execution' }), { exit: 1 }]
    const at = openClaude({ resumed, fresh: play(ends()) })
    const one = at.begin({
      assignment: { conversation: { id: 's-0', say: 'Go on.', spentUsd: 0 } },
    })
    expect(await one.end).toMatchObject({ is: 'succeeded' })
    const starts = at.heard().filter((heard) => heard.arguments !== undefined)
    expect(starts).toHaveLength(2)
    expect(starts[1]!.arguments!.join(' ')).not.toContain('--resume')
    expect(at.heard().at(-1)).toMatchObject({ message: { content: 'Make it so.' } })
    expect(one.transcript()).toContain('[conductor] its conversation no longer exists here')
  })
})
