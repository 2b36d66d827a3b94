import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { isPythonMissing, PYTHON, printed } from '../kit/readme-program.ts';

test.skipIf(isPythonMissing())('the Python client passes its own tests', async () => {
  const cwd = fileURLToPath(new URL('../../../sdk/python/tests', import.meta.url));
  await printed(PYTHON, ['-W', 'error', 'test_client.py'], {
    cwd,
    env: { PYTHONPATH: '../src', PYTHONDONTWRITEBYTECODE: '1' },
  });
});
