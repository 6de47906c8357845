/** Links that come from other people's data: only web addresses are followed. */
export function webLink(text: string): string | null {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
