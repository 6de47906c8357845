/** Words of somebody else in a prompt. */

/** Each line stands behind "> ", so nothing in the text can end the quotation. */
export const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
