/** In CI a test that fails is retried once. This reporter names the tests that needed it, and why, at the end of the output. */
import { relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

export default class NameFlaky implements Reporter {
  readonly #flaky: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return
    const why = test.result().errors?.[0]?.message.split('\n')[0] ?? 'no error was kept'
    const file = relative(process.cwd(), test.module.moduleId)
    this.#flaky.push(`flaky: ${file}: ${test.fullName}: ${why}`)
  }

  onTestRunEnd(): void {
    for (const line of this.#flaky) console.log(line)
  }
}
