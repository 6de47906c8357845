/** Runs one piece of work after another, in the order in which they were asked for. */
export function inTurn(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}

/** The same for each of many things: work on the same thing waits, work on other things goes on. */
export function inTurnFor(): <Result>(
  thing: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const turns = new Map<string, ReturnType<typeof inTurn>>()
  return (thing, work) => {
    const turn = turns.get(thing) ?? inTurn()
    turns.set(thing, turn)
    return turn(work)
  }
}
