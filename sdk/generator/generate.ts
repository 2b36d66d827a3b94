/**
 * `npm run sdk`: writes the generated files of the SDKs. The OpenAPI document is that of a temporary server, or the given
 * file.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { createLog } from '../../server/src/log.ts';
import { generatedFiles } from './generated-files.ts';
import type { ApiDocument } from './operations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [given] = process.argv.slice(2);
const document = given === undefined ? await documentOfServer() : readDocument(given);
for (const [file, text] of Object.entries(generatedFiles(document))) {
  writeFileSync(path.join(root, file), text);
  console.log(`${file}: ${text.split('\n').length - 1} lines`);
}

function readDocument(file: string): ApiDocument {
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function documentOfServer(): Promise<ApiDocument> {
  const data = mkdtempSync(path.join(tmpdir(), 'parley-sdk-'));
  const { config, secrets } = readConfig({ PORT: '0', PARLEY_DATA: data, PARLEY_SIP_PORT: 'off' });
  const server = await startServer(config, secrets, { log: createLog('error') });
  try {
    const response = await fetch(`${server.address}/api/openapi.json`);
    return asDocument(await response.json());
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

function asDocument(value: unknown): ApiDocument {
  return value as ApiDocument;
}
