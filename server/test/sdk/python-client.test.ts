import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { arePackagesMissing, PYTHON, printed } from '../kit/sample-program.ts';

test.skipIf(arePackagesMissing('python3-httpx'))('the Python client passes its own tests', async () => {
  const cwd = fileURLToPath(new URL('../../../sdk/python/tests', import.meta.url));
  await printed(PYTHON, ['-W', 'error', 'test_client.py'], {
    cwd,
    env: { PYTHONPATH: '../src', PYTHONDONTWRITEBYTECODE: '1' },
  });
});
