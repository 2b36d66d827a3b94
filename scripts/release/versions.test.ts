import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publishedPackages, readVersions, writeVersions } from './versions.ts';

const root = path.join(import.meta.dirname, '../..');

test('every package and SDK states the version of the server', () => {
  const stated = readVersions(root);
  const { 'package.json': version } = stated;
  expect(publishedPackages(root)).toEqual(expect.arrayContaining(['sdk/cli', 'sdk/typescript']));
  expect(new Set(Object.values(stated))).toEqual(new Set([version]));
});

test('writes a version into every file that states one, and changes nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of Object.keys(readVersions(root)))
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  const before = readVersions(root);
  writeVersions(folder, '7.8.9');
  expect(new Set(Object.values(readVersions(folder)))).toEqual(new Set(['7.8.9']));
  writeVersions(folder, String(before['package.json']));
  for (const file of Object.keys(before))
    expect(readFileSync(path.join(folder, file), 'utf8'), file).toBe(
      readFileSync(path.join(root, file), 'utf8'),
    );
});
