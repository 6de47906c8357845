/** How many times as fast as in sequence; null: nothing landed, or not faster, as when the run waited for a person. */
export const sayFaster = (speedup: number | null): string | null =>
  speedup !== null && Number(speedup.toFixed(1)) > 1 ? `${speedup.toFixed(1)} times` : null
