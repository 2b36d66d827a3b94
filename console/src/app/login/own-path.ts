/** True for paths of this console, so that a link cannot lead elsewhere after the login. */
export function isOwnPath(next: string): boolean {
  const base = 'http://console.invalid';
  if (!next.startsWith('/') || !URL.canParse(next, base)) return false;
  const { origin, pathname } = new URL(next, base);
  // Dots in a path can leave two slashes at its start, which browsers read as a host.
  return origin === base && !pathname.startsWith('//');
}
