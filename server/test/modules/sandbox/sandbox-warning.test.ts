import { expect, test } from 'vitest';
import type { Log } from '../../../src/core/log.ts';
import { silentLog } from '../../kit/silent-log.ts';
import { startTestServer } from '../../kit/test-server.ts';

const twilio = { PARLEY_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, PARLEY_TWILIO_AUTH_TOKEN: 'token-4711' };

/** Warnings of a server that starts with this environment. */
async function warningsOf(environment: Record<string, string>): Promise<string[]> {
  const warnings: string[] = [];
  const warn: Log['warn'] = (fields, message) => {
    warnings.push(`${JSON.stringify(fields)} ${message}`);
  };
  const server = await startTestServer({ environment, log: { ...silentLog, warn } });
  await server.stop();
  return warnings.filter((warning) => warning.includes('PARLEY_SANDBOX'));
}

test('an open sandbox next to paid services causes a warning in the log, without their keys', async () => {
  const [warning, ...more] = await warningsOf(twilio);
  expect(warning).toContain('Twilio');
  expect(warning).not.toContain('token-4711');
  expect(more).toEqual([]);
  expect(await warningsOf({ ...twilio, PARLEY_SANDBOX: 'off' })).toEqual([]);
  expect(await warningsOf({})).toEqual([]);
});
