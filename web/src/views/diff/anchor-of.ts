/** The id of the element that holds the diff of a file. */
export const anchorOf = (path: string): string => `diff-${encodeURIComponent(path)}`
