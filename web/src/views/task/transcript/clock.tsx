/** The time of day at which something was said or done. */
export function Clock({ at }: { readonly at: number }) {
  const date = new Date(at)
  return (
    <time className="clock" dateTime={date.toISOString()} title={date.toLocaleString()}>
      {FORMAT.format(date)}
    </time>
  )
}

const FORMAT = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })
