import path from 'node:path';
import { defineConfig } from 'vite';

/** One classic script without dependencies, `dist/widget.js`: any page can load it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir: path.join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    lib: {
      entry: path.join(import.meta.dirname, 'src/main.ts'),
      formats: ['iife'],
      // Required of every bundle of this format; nothing is exported.
      name: 'ParleyWidget',
      fileName: () => 'widget.js',
    },
  },
});
