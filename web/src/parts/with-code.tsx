/** Text in which commands stand between backticks, as the terminal prints it: here they look like code. */
export const WithCode = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))
