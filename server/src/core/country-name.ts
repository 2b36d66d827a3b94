/** Made once: files of leads ask for it in every row that is wrong. */
const countries = new Intl.DisplayNames('en', { type: 'region' });

/** A country's English name; what is no code of a country stands for itself. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}
