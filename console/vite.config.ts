import tailwindcss from '@tailwindcss/vite';
import { defineConfig, loadEnv, type PluginOption } from 'vite';

/** The server that `npm run console` proxies to. */
const server = loadEnv('', import.meta.dirname, 'PARLEY_')['PARLEY_DEV_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig(async ({ command }) => ({
  root: import.meta.dirname,
  plugins: [tailwindcss(), ...(command === 'serve' ? [await fastRefresh()] : [])],
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
    rolldownOptions: { checks: { moduleLevelDirective: false } },
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
