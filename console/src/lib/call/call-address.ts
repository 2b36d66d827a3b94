/**
 * Where the page brings a call's sound. The server names itself as the world reaches it; the page asks it the way that
 * the page itself came. Another process of the installation is reached as it says.
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
