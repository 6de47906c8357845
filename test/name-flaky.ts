/** In CI a test that fails is retried once. This reporter names the tests that needed it, at the end of the output. */
import { relative } from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

export default class NameFlaky implements Reporter {
  readonly #flaky: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return
    this.#flaky.push(`flaky: ${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const line of this.#flaky) console.log(line)
  }
}
