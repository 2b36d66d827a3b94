import { z } from 'zod';
import type { SecretBox } from '../../../core/secret-box.ts';

export interface EndpointHeader {
  name: string;
  value: string;
}

const storedHeaders = z.array(z.object({ name: z.string(), value: z.string() }));
const contextOf = (userId: number): string => `webhook headers of ${userId}`;

/** Encrypts an endpoint's headers, which often contain credentials; null without headers. */
export function sealHeaders(
  secretBox: SecretBox,
  userId: number,
  headers: readonly EndpointHeader[],
): Buffer | null {
  return headers.length === 0 ? null : secretBox.encrypt(JSON.stringify(headers), contextOf(userId));
}

export function openHeaders(
  secretBox: Pick<SecretBox, 'decrypt'>,
  userId: number,
  sealed: Buffer | null,
): EndpointHeader[] {
  return sealed === null ? [] : storedHeaders.parse(JSON.parse(secretBox.decrypt(sealed, contextOf(userId))));
}
