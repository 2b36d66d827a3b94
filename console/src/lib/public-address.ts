/** The server's own address, as far as it is configured. */
export interface KnownAddress {
  public_origin: string;
  has_public_url: boolean;
}

/**
 * Public address of this server: as set by its operator, else the origin of this page, which the server cannot know.
 *
 * @param here origin of the page
 */
export function publicAddress(known: KnownAddress | undefined, here: string): string {
  return known?.has_public_url === true ? known.public_origin : here;
}

/** Whether an address is local to the requesting machine, so that nobody else can reach it. */
export function isOwnMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}

/** The same path below another origin. */
export function atAddress(url: string, origin: string): string {
  const { pathname, search } = new URL(url);
  return `${origin}${pathname}${search}`;
}
