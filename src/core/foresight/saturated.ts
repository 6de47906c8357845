/** How much a word counts that stands several times in a text, as in BM25: the first times count most, and less in a long text. */
export const saturated = (times: number, length: number): number =>
  (times * (K + 1)) / (times + K * (1 - B + B * length))

const K = 1.2
const B = 0.5
