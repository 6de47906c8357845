import { expect, it } from 'vitest'
import { sayLimits } from './say-limits.ts'

it('says what is enforced, and nothing more when that is all there is', () => {
  expect(sayLimits({ memory: 'group', cpu: ['time', 'cores'], by: 'scope' })).toEqual({
    what: 'limits',
    is: 'ok',
    says:
      'memory is measured, and enforced for the whole attempt (a scope of systemd); ' +
      'processors are enforced as time (a scope of systemd) and as cores (taskset)',
  })
})

it.runIf(process.platform === 'linux')('says how to get more', () => {
  expect(sayLimits({ memory: 'group', cpu: ['cores'], by: 'scope' }).remedy).toContain('Delegate=')
  expect(sayLimits({ memory: 'process', cpu: ['cores'], by: 'prlimit' })).toMatchObject({
    is: 'ok',
    remedy: expect.stringContaining('systemd-run --user --scope true'),
  })
})

it('is a note where processors are only booked', () => {
  expect(sayLimits({ memory: 'measured', cpu: [], by: 'nothing' })).toMatchObject({
    is: 'note',
    says: 'memory is only measured; processors are booked, not enforced',
  })
})
