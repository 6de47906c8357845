/** Whether a text can be the name of a branch, by the rules of `git check-ref-format --branch`. */
export const isBranchName = (text: string): boolean =>
  text !== '' &&
  text !== 'HEAD' &&
  !/^-|^\/|\/$|\/\/|\.\.|@\{|\.$|[\x00-\x20\x7f~^:?*[\\]/.test(text) &&
  text !== '@' &&
  text.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
