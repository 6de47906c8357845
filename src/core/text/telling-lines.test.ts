import { expect, it } from 'vitest'
import { tellingLines } from './telling-lines.ts'

it.each([
  [
    'npm',
    [
      '> shop@1.0.0 test',
      'FAIL cart.test.js',
      '  expected 3 to be 4',
      '    at check (cart.js:3:1)',
      'npm error Lifecycle script `test` failed',
      'npm error path /shop',
      'npm error workspace shop',
    ],
    ['FAIL cart.test.js', '  expected 3 to be 4'],
  ],
  [
    'node --test',
    [
      'not ok 1 - adds',
      '  ---',
      '  ...',
      '# tests 9',
      '# pass 8',
      '# fail 1',
      '# cancelled 0',
      '# todo 0',
    ],
    ['not ok 1 - adds', '# fail 1'],
  ],
  [
    'a compiler',
    ['cart.ts(3,1): error TS2322: Wrong.', '', 'Found 1 error.', 'Done in 3 s.'],
    ['cart.ts(3,1): error TS2322: Wrong.', 'Found 1 error.'],
  ],
  [
    'no sign',
    ['one', 'two', 'three', '0 failed, no errors', '# fail 0'],
    ['three', '0 failed, no errors', '# fail 0'],
  ],
])('finds the lines that say what failed: %s', (_, printed, told) => {
  expect(tellingLines(printed, 3)).toEqual(told)
})
