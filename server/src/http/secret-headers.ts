import { includesRole, type Role } from '#contract/roles.ts';

/** Not Latin-1, so that the API refuses it as the value of a header too. */
export const MASK = '••••••••';

/** Masks the values of headers at every depth: they are credentials for servers of the account. */
export function maskedHeaders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedHeaders);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    return [
      name,
      (name === 'headers' || name === 'sip_headers') && Array.isArray(inner)
        ? inner.map(maskedHeader)
        : maskedHeaders(inner),
    ];
  });
  return Object.fromEntries(members);
}

function maskedHeader(header: unknown): unknown {
  const isHeader = typeof header === 'object' && header !== null && 'value' in header;
  return isHeader ? { ...header, value: MASK } : header;
}

/** The value, with masked headers for callers whose role is lower than `needed`. */
export function visibleTo<Value>(held: Role, needed: Role, value: Value): Value {
  return includesRole(held, needed) ? value : asSameShape(value, maskedHeaders(value));
}

/** Safe because only texts are replaced, by texts. */
function asSameShape<Value>(_original: Value, masked: unknown): Value {
  return masked as Value;
}
