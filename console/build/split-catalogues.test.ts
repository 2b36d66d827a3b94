import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringsOf } from './first-load-strings.ts';
import { split } from './split-catalogues.ts';

test('finds the strings of all modules that are loaded at once', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-strings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'app'));
  const write = (name: string, source: string) => writeFileSync(path.join(folder, name), source);
  write(
    'start.tsx',
    "import { Frame } from './app/frame.tsx';\nimport type { Kind } from './types.ts';\nimport 'react';\nexport const load = () => import('./page.tsx');\nexport const a: Kind = <Frame title={t('Title')} />;",
  );
  write(
    'app/frame.tsx',
    "export * from '../words.ts';\nexport { b } from '../more.ts';\nexport const Frame = 1;",
  );
  write('words.ts', "import { Frame } from './app/frame.tsx';\nexport const word = [t(`Word`), Frame];");
  write('more.ts', "export const b = t('More');");
  write('page.tsx', "t('Page');");
  write('types.ts', "t('Types');");
  const strings = stringsOf([path.join(folder, 'start.tsx')]);
  expect(['Title', 'Word', 'More', 'Page', 'Types'].filter((text) => strings.has(text))).toEqual([
    'Title',
    'Word',
    'More',
  ]);
});

test('splits a catalogue without losing a text', () => {
  const catalogue = { Calls: 'Anrufe', 'Open [verb]': 'Öffnen', 'Open [state]': 'Offen', Save: 'Speichern' };
  const { first, rest } = split(catalogue, new Set(['Calls', 'Open']));
  expect(first).toEqual({ Calls: 'Anrufe', 'Open [verb]': 'Öffnen', 'Open [state]': 'Offen' });
  expect(rest).toEqual({ Save: 'Speichern' });
});
