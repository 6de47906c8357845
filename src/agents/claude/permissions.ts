/** The permission requests of Claude Code that wait for a person's decision. */
import type { Decision, Hear } from '../../conduct/ports.ts'
import type { PermissionRequest } from '../../core/agent/sign.ts'

export interface ClaudePermissions {
  /** input: what Claude Code would give to the tool. */
  ask(request: PermissionRequest, input: unknown): void
  /** false: Claude Code no longer waits for this decision. */
  decide(request: string, decision: Decision): boolean
  /** Called when the request is over. */
  withdraw(request: string): void
}

export type ToolAnswer =
  | { readonly behavior: 'allow'; readonly updatedInput: unknown }
  | { readonly behavior: 'deny'; readonly message: string }

export function claudePermissions(
  hear: Hear,
  answer: (request: string, answer: ToolAnswer) => void,
): ClaudePermissions {
  const inputs = new Map<string, unknown>()
  return { ask, decide, withdraw }

  function ask(request: PermissionRequest, input: unknown): void {
    inputs.set(request.id, input)
    hear({ is: 'permission', request })
  }

  function decide(request: string, { allowed, why }: Decision): boolean {
    if (!inputs.has(request)) return false
    const updatedInput = inputs.get(request)
    if (allowed) answer(request, { behavior: 'allow', updatedInput })
    else answer(request, { behavior: 'deny', message: why ?? 'A person said no.' })
    withdraw(request)
    return true
  }

  function withdraw(id: string): void {
    if (inputs.delete(id)) hear({ is: 'permission-over', id })
  }
}
