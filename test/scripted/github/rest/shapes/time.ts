/** Times as GitHub writes them: to the second. */
export const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

export const nullableTime = (at: number | null): string | null => (at === null ? null : time(at))
