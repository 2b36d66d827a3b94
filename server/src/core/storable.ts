/**
 * A JSON value as PostgreSQL can store it: without NUL characters and halves of surrogate pairs, which models and
 * foreign services may send.
 */
export function asStorable<Value>(value: Value): Value {
  return replaced(value) as Value;
}

/** The same shape: only characters inside its strings are replaced. */
function replaced(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '');
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [replaced(key), replaced(inner)]));
}
