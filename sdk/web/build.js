/**
 * Bundles the audio worklet into a separate file, because a content security policy may forbid `blob:` and `data:`
 * scripts. Bundlers copy a file that is named as in `worklet-url.js`. Runs before `npm pack`, after the compiler.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const folder = import.meta.dirname;
const dist = join(folder, 'dist/audio');

await build({
  root: folder,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: dist,
    emptyOutDir: false,
    target: 'es2022',
    // Vite would inline a file of less than 4 kB as a `data:` URL in the user's build.
    minify: false,
    lib: {
      entry: join(folder, 'src/audio/call-worklet.ts'),
      formats: ['es'],
      fileName: () => 'call-worklet.js',
    },
  },
});
await writeFile(
  join(dist, 'worklet-url.js'),
  "export const workletUrl = new URL('./call-worklet.js', import.meta.url).href;\n",
);
