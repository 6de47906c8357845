/**
 * How many times as fast a run was as one task after another; null when nothing has landed or it was not faster: a
 * run that waited for a person says nothing about speed.
 */
export const sayFaster = (speedup: number | null): string | null =>
  speedup !== null && Number(speedup.toFixed(1)) > 1 ? `${speedup.toFixed(1)} times` : null
