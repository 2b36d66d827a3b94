/** A path of the console, as browsers read it, or null: a link to the login must not lead to another site. */
export function ownPath(next: string): string | null {
  const base = 'http://console.invalid';
  if (!next.startsWith('/') || !URL.canParse(next, base)) return null;
  const { origin, pathname, search, hash } = new URL(next, base);
  // Dots in a path can leave two slashes at its start, which browsers read as a host.
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null;
}
