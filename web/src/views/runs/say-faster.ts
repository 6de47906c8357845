/** How many times as fast as one task after another. */

/** null: nothing has landed, or it was not faster: waiting for a person is nothing to measure speed by. */
export const sayFaster = (speedup: number | null): string | null =>
  speedup !== null && Number(speedup.toFixed(1)) > 1 ? `${speedup.toFixed(1)} times` : null
