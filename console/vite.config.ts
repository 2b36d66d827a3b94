import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type HtmlTagDescriptor, loadEnv, type PluginOption } from 'vite';
import { splitCatalogues } from './build/split-catalogues.ts';

/** The server that `npm run console` proxies to. */
const server = loadEnv('', import.meta.dirname, 'PARLEY_')['PARLEY_DEV_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig(async ({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    tailwindcss(),
    splitCatalogues(),
    preloadStart(),
    ...(command === 'serve' ? [await fastRefresh()] : []),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows no `data:` URLs for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // Ignore the 'use client' directives of Radix: this page has no server components.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      // One file for what main.ts needs and one for what start.tsx needs: they compress better than a file per shared
      // module. main.ts must not import the second, whose constants are translated.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'main',
              test: /\/src\/(?:main\.ts|lib\/i18n\/(?:catalogue|languages?|t|translate-server-text)\.ts)$/,
              priority: 1,
            },
            { name: 'start', test: /\/src\/start\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/widget.js': server, '/docs': server },
  },
}));

/** Applies code changes without reloading the page. Builds don't use it, so a first start doesn't install it. */
async function fastRefresh(): Promise<PluginOption> {
  const { default: react } = await import('@vitejs/plugin-react');
  return react();
}

/** Makes the browser load start.tsx at once, although main.ts imports it later. */
function preloadStart(): PluginOption {
  return {
    name: 'preload-start',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }): HtmlTagDescriptor[] => {
        const start = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith('/src/start.tsx')),
        );
        if (start?.type !== 'chunk') return [];
        return [start.fileName, ...start.imports].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        }));
      },
    },
  };
}
