/** Quotes the words of other people in a prompt. */

/** Each line begins with "> ", so no line of the text can end the quotation. */
export const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
