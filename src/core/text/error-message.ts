/** The message of whatever was thrown, for a sentence that says what went wrong. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
