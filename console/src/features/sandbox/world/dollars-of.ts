const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/** Parses amounts with either decimal mark: `1,000` is a thousand, `1,5` is 1.5. Null for invalid input. */
export function dollarsOf(text: string): number | null {
  const written = text.trim();
  if (written === '') return null;
  const dollars = Number(THOUSANDS.test(written) ? written.replaceAll(',', '') : written.replace(',', '.'));
  return Number.isFinite(dollars) ? dollars : null;
}
