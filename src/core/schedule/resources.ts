/** Arithmetic on the resources that tasks need. */
import type { Resources } from '../plan/plan.ts'

export const plus = (a: Resources, b: Resources): Resources => ({
  cpu: (thousandths(a.cpu) + thousandths(b.cpu)) / 1000,
  memoryBytes: a.memoryBytes + b.memoryBytes,
})

export const minus = (a: Resources, b: Resources): Resources => ({
  cpu: (thousandths(a.cpu) - thousandths(b.cpu)) / 1000,
  memoryBytes: a.memoryBytes - b.memoryBytes,
})

export const fitsIn = (needs: Resources, free: Resources): boolean =>
  thousandths(needs.cpu) <= thousandths(free.cpu) && needs.memoryBytes <= free.memoryBytes

/** Whole numbers, because 0.1 + 0.2 is more than 0.3 and a task of 0.3 CPUs would wait forever. */
const thousandths = (cpu: number): number => Math.round(cpu * 1000)
