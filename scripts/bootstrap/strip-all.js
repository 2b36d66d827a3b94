/** Strips the types of the whole server before its first start, for container images. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { javaScriptOf } from './typescript.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
for (const folder of ['contract/src', 'server/bin', 'server/src', 'sdk/cli/src', 'sdk/typescript/src']) {
  for (const name of readdirSync(join(root, folder), { recursive: true })) {
    if (name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.endsWith('.test.ts'))
      javaScriptOf(join(folder, name));
  }
}
