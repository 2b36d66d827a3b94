import path from 'node:path';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';

const source = (file: string): string => path.join(import.meta.dirname, file);

const shared = {
  root: import.meta.dirname,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
} as const satisfies InlineConfig;

/** A module that is loaded by the first call, or the audio worklet that it loads. */
function moduleBuild(outDir: string, { entry, file }: { entry: string; file: string }): InlineConfig {
  return {
    ...shared,
    resolve: {
      alias: [{ find: /^.*\/worklet-url\.ts$/, replacement: source('src/call/own-worklet-url.ts') }],
    },
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      lib: { entry: source(entry), formats: ['es'], fileName: () => file },
    },
  };
}

/** Builds the files for calls next to the widget. */
function callFiles(): Plugin {
  let outDir = '';
  return {
    name: 'call-files',
    configResolved: (config) => {
      ({ outDir } = config.build);
    },
    closeBundle: async () => {
      await build(moduleBuild(outDir, { entry: 'src/call/call-entry.ts', file: 'widget-call.js' }));
      const worklet = '../sdk/web/src/audio/call-worklet.ts';
      await build(moduleBuild(outDir, { entry: worklet, file: 'widget-worklet.js' }));
    },
  };
}

/** One classic script without dependencies, `dist/widget.js`: any page can load it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  plugins: [callFiles()],
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
