/** Bundles the command line with its packages into `dist/`, so that the package has no dependencies. Runs before `npm pack`. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const folder = import.meta.dirname;

await build({
  root: folder,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: join(folder, 'src/main.ts'),
    outDir: join(folder, 'dist'),
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    // One file for each command, loaded when it runs.
    rolldownOptions: { output: { entryFileNames: 'parley.js', chunkFileNames: '[name]-[hash].js' } },
  },
});
await chmod(join(folder, 'dist/parley.js'), 0o755);

/** The bundled packages ask for their license texts. */
const licenses = await Promise.all(
  [
    'commander',
    'diff',
    'yaml',
    '@modelcontextprotocol/client',
    '@modelcontextprotocol/core',
    '@modelcontextprotocol/server',
    'eventsource-parser',
    'pkce-challenge',
    'zod',
  ].map(async (name) => {
    const text = await readFile(join(folder, '../../node_modules', name, 'LICENSE'), 'utf8');
    return `${name}\n\n${text.trim()}\n`;
  }),
);
await writeFile(join(folder, 'dist/licenses.txt'), licenses.join('\n---\n\n'));
