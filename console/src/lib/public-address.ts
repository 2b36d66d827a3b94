/** The server's own origin, as configured. */
export interface KnownAddress {
  public_origin: string;
  has_public_url: boolean;
}

/**
 * The public origin of this server: as configured by its operator, else the origin of this page, which the server
 * cannot know.
 * @param here origin of the page
 */
export function publicAddress(known: KnownAddress | undefined, here: string): string {
  return known?.has_public_url === true ? known.public_origin : here;
}

/** True if an origin is local to the user's machine, so that other machines cannot reach it. */
export function isOwnMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}

/** Replaces the origin of a URL. */
export function atAddress(url: string, origin: string): string {
  const { pathname, search } = new URL(url);
  return `${origin}${pathname}${search}`;
}
