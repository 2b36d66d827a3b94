import { MASK } from '../http/secret-headers.ts';
import type { Arguments } from './exposed-routes.ts';

/** A sentence if masks would be stored in place of secrets; null otherwise. */
export function maskRefusal({ headers }: Arguments): string | null {
  if (!Array.isArray(headers) || !headers.some(hasMask)) return null;
  return `Nothing was changed: ${MASK} stands for a secret value. Leave headers out to keep them, or send all of them with their real values.`;
}

function hasMask(header: unknown): boolean {
  const isHeader = typeof header === 'object' && header !== null && 'value' in header;
  return isHeader && typeof header.value === 'string' && header.value.includes('•');
}
