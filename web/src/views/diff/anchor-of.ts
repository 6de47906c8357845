/** Where on the page the diff of a file is. */
export const anchorOf = (path: string): string => `diff-${encodeURIComponent(path)}`
