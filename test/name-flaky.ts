/**
 * In CI a test that fails is retried once. This reporter names the tests that needed it, and why, at the end of the
 * output; and the errors that no test has, such as those of a hook or of work that nobody waits for.
 */
import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export default class NameFlaky implements Reporter {
  readonly #flaky: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return
    const name = `${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`
    this.#flaky.push(sayFlaky(name, test.result().errors?.[0]?.message ?? 'no error was kept'))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const said of this.#flaky) console.log(said)
    for (const error of unhandled) console.log(sayOutsideOfTests('an unhandled error', error))
    for (const module of modules)
      for (const suite of [module, ...module.children.allSuites()])
        for (const error of suite.errors())
          console.log(sayOutsideOfTests(relative(process.cwd(), module.moduleId), error))
  }
}

/** The whole message: of a property, only its seed, its path and its counterexample tell how to see the failure again. */
export const sayFlaky = (name: string, message: string): string =>
  `flaky: ${name}: ${message.replaceAll('\n', '\n    ')}`

/** An error that no test has: vitest ends with code 1 for it, though every test passed. */
const sayOutsideOfTests = (where: string, error: Readonly<SerializedError>): string =>
  `failed: ${where}: outside of its tests: ${(error.stack ?? error.message).replaceAll('\n', '\n    ')}`
