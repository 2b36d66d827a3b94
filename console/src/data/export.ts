/** URL of a download. @param path relative to `/api` @param query undefined and null values are left out */
export function exportPath(path: string, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return `/api${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
