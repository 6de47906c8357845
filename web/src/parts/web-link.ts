/** Links from foreign data: only http and https URLs are followed. */
export function webLink(text: string): string | null {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
