/**
 * The WebSocket address of a call. The server gives its public address; the page replaces it with its own origin. The
 * address of another server process is used as given.
 */
export function callAddress(
  mediaUrl: string,
  publicOrigin: string,
  page: { host: string; protocol: string },
): string {
  const address = new URL(mediaUrl);
  if (address.host !== new URL(publicOrigin).host) return mediaUrl;
  const protocol = page.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${protocol}//${page.host}${address.pathname}${address.search}`;
}
