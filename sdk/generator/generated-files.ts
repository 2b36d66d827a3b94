import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeSamples } from './code-samples.ts';
import { n8nSource } from './n8n.ts';
import type { ApiDocument } from './operations.ts';
import { pythonSources } from './python.ts';
import { typescriptSources } from './typescript.ts';

/** The server adds these samples to the OpenAPI document. */
const SAMPLES = 'server/src/http/code-samples.json';

/** Contents of all generated files, by path from the root. */
export function generatedFiles(document: ApiDocument): Record<string, string> {
  const typescript = Object.entries(typescriptSources(document)).map(([name, text]): [string, string] => {
    const file = `sdk/typescript/src/generated/${name}`;
    return [file, formatted(text, file)];
  });
  const python = Object.entries(pythonSources(document)).map(([name, text]): [string, string] => [
    `sdk/python/src/parley/_generated/${name}`,
    text,
  ]);
  const samples = formatted(JSON.stringify(codeSamples(document), null, 2), SAMPLES);
  const n8n = 'sdk/n8n/api/generated/operations.ts';
  const ofN8n = formatted(n8nSource(document), n8n);
  return Object.fromEntries([...typescript, ...python, [SAMPLES, samples], [n8n, ofN8n]]);
}

function formatted(text: string, file: string): string {
  const biome = path.join(fileURLToPath(import.meta.resolve('@biomejs/biome/package.json')), '../bin/biome');
  const args = [biome, 'format', `--stdin-file-path=${file}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Biome cannot format ${file}: ${stderr}`);
  return stdout;
}
