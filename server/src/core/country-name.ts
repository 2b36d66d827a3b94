/** Created on first use: lead imports need it for every invalid row, and the names take 10 ms to load. */
let countries: Intl.DisplayNames | undefined;

/** A country's English name; unknown codes are returned unchanged. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string): string {
  countries ??= new Intl.DisplayNames('en', { type: 'region' });
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}
