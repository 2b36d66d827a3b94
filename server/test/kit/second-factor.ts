import { expect } from 'vitest';
import { oneTimeCode, stepAt } from '../../src/core/one-time-code.ts';
import type { Client } from './test-server.ts';

const bits = (text: string): string =>
  [...text]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');

/** Code of the authenticator app at an instant. @param secret the key that the setup shows */
export function codeOfApp(secret: string, now: Date): string {
  const bytes = (bits(secret).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return oneTimeCode(Uint8Array.from(bytes), stepAt(now));
}

/** Sets up the second factor of a person, which uses up the code of this instant. */
export async function turnOnSecondFactor(
  person: Client,
  { password, now }: { password: string; now: Date },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await person.post('/user/second-factor', { password });
  expect(begun.status).toBe(201);
  const { secret, url } = begun.body.data;
  expect(url).toContain(`secret=${secret}&issuer=Parley`);
  const confirmed = await person.post('/user/second-factor/confirm', { code: codeOfApp(secret, now) });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body.data.recovery_codes };
}
