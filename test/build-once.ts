import { execFileSync } from 'node:child_process'

/** End-to-end tests type what a user types, so they run the built command. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
}
