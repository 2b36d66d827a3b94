import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifyToken } from './verify-token.ts';

const GUIDE = new URL('../../../../../../docs/guides/widget.md', import.meta.url);
const ASSISTANT = '0b6d0000-0000-4000-8000-000000000000';

test('the sample of the guide for Node.js makes a valid token', () => {
  const [, sample = ''] = /```js no-test\n(\/\/ Node\.js[\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const program = `${sample}\nconsole.log(widgetToken({ id: '7', name: 'Ana' }));`;
  const env = { ASSISTANT_UUID: ASSISTANT, WIDGET_SECRET: 'a secret' };
  const token = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env,
    encoding: 'utf8',
  });
  const about = { secret: 'a secret', audience: ASSISTANT, now: new Date() };
  expect(verifyToken(token.trim(), about)).toMatchObject({
    user: { user_id: '7', name: 'Ana', email: null, phone: null },
  });
});
