/** Failures on demand: the next requests that match fail, are cut off, or come late. */
export type Fault =
  | {
      readonly status: number
      readonly body?: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  | 'cut'
  | 'cut after acting'

interface FaultOrder {
  /** By default every request. */
  readonly matching?: RegExp | undefined
  /** How many requests it holds for; 1 by default. */
  readonly times?: number | undefined
  /** How many matching requests go through before. */
  readonly after?: number | undefined
}

export interface Faults {
  /** `matching` sees "GET /repos/acme/shop/pulls?state=open". */
  failNext(fault: Fault, order?: FaultOrder): void
  /** From now on nothing fails any more. */
  mend(): void
  /** From now on every matching request takes so many milliseconds longer. */
  delay(milliseconds: number, matching?: RegExp): void
  faultFor(request: string): Fault | null
  wait(request: string): Promise<void>
}

interface Ordered {
  readonly fault: Fault
  readonly matching: RegExp
  times: number
  after: number
}

export function createFaults(): Faults {
  const orders: Ordered[] = []
  const delays: { readonly matching: RegExp; readonly milliseconds: number }[] = []
  return {
    failNext(fault, { matching = /./, times = 1, after = 0 } = {}) {
      orders.push({ fault, matching, times, after })
    },
    mend: () => void orders.splice(0),
    delay(milliseconds, matching = /./) {
      delays.push({ matching, milliseconds })
    },
    faultFor(request) {
      const order = orders.find(({ times, matching }) => times > 0 && matching.test(request))
      if (order === undefined) return null
      if (order.after > 0) {
        order.after -= 1
        return null
      }
      order.times -= 1
      return order.fault
    },
    async wait(request) {
      const late = delays.filter(({ matching }) => matching.test(request))
      const sum = late.reduce((all, { milliseconds }) => all + milliseconds, 0)
      if (sum > 0) await new Promise((resolve) => setTimeout(resolve, sum))
    },
  }
}
