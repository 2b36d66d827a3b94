import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const here = dirname(fileURLToPath(import.meta.url));

/** Writes the page of the API reference and the files that it loads. */
export async function writeApiPage(folder) {
  const script = `assets/scalar-${scalarVersion()}.js`;
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, script), await scalarScript());
  for (const name of ['api.css', 'api.js']) cpSync(join(here, name), join(folder, name));
  writeFileSync(
    join(folder, 'api.html'),
    readFileSync(join(here, 'api.html'), 'utf8').replaceAll('__SCALAR__', `/docs/${script}`),
  );
}

/** The package contains Scalar's script for browsers only inside its plugin. */
async function scalarScript() {
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/api/openapi.json' } });
  const { payload } = await app.inject('/reference/js/scalar.js');
  await app.close();
  return payload.replace(/\n\/\/# sourceMappingURL=.*/, '');
}

function scalarVersion() {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')).version;
}
