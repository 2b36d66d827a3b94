/**
 * The WebSocket URL of a call. The server gives a URL with its public origin, which the page replaces with its own. A
 * URL of another server process is used as given.
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
