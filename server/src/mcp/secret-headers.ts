import type { Arguments } from './exposed-routes.ts';

/** Not Latin-1, so that the API refuses it as the value of a header too. */
const MASK = '••••••••';

/** Masks the values of headers at every depth: they are credentials for servers of the account. */
export function maskedHeaders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedHeaders);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    return [
      name,
      name === 'headers' && Array.isArray(inner) ? inner.map(maskedHeader) : maskedHeaders(inner),
    ];
  });
  return Object.fromEntries(members);
}

function maskedHeader(header: unknown): unknown {
  const isHeader = typeof header === 'object' && header !== null && 'value' in header;
  return isHeader ? { ...header, value: MASK } : header;
}

/** A sentence if masks would be stored in place of secrets; null otherwise. */
export function maskRefusal({ headers }: Arguments): string | null {
  if (!Array.isArray(headers) || !headers.some(hasMask)) return null;
  return `Nothing was changed: ${MASK} stands for a secret value. Leave headers out to keep them, or send all of them with their real values.`;
}

function hasMask(header: unknown): boolean {
  const isHeader = typeof header === 'object' && header !== null && 'value' in header;
  return isHeader && typeof header.value === 'string' && header.value.includes('•');
}
