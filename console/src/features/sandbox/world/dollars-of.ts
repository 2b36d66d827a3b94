const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/** An amount as it is written here or there: `1,000` is a thousand, `1,5` one and a half. Null: it is none. */
export function dollarsOf(text: string): number | null {
  const written = text.trim();
  if (written === '') return null;
  const dollars = Number(THOUSANDS.test(written) ? written.replaceAll(',', '') : written.replace(',', '.'));
  return Number.isFinite(dollars) ? dollars : null;
}
