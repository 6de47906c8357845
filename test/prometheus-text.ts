/** Reads the text format of Prometheus as strictly as its specification, and throws on anything else. */

export interface Metric {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: readonly Sample[]
}

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g
const NUMBER = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]Inf|NaN)$/i

export function readPrometheus(text: string): ReadonlyMap<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('the last line must end')
  const metrics = new Map<string, Metric & { samples: Sample[] }>()
  let current: (Metric & { samples: Sample[] }) | null = null
  const help = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind === 'HELP') help.set(name!, rest!)
    else if (kind === 'TYPE') {
      if (metrics.has(name!)) throw new Error(`${name} comes twice`)
      current = { name: name!, type: rest!, help: help.get(name!) ?? '', samples: [] }
      metrics.set(name!, current)
    } else if (line !== '' && !line.startsWith('#')) current!.samples.push(sampleIn(line, current!))
  }
  return metrics
}

function sampleIn(line: string, { name, type }: Metric): Sample {
  const [, sample, labels = '', value] = SAMPLE.exec(line) ?? []
  if (sample === undefined || !NUMBER.test(value!)) throw new Error(`no sample: ${line}`)
  const endings = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  if (!endings.some((ending) => sample === name + ending))
    throw new Error(`${sample} does not belong to ${name}`)
  return {
    name: sample,
    labels: Object.fromEntries(
      Array.from(labels.matchAll(LABEL), ([, key, text]) => [key!, text!]),
    ),
    value: value === '+Inf' ? Infinity : Number(value),
  }
}
