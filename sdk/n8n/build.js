/** Bundles the nodes and the credentials into `dist/`, as n8n loads them. Runs before `npm pack`. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');
const classes = [
  'credentials/ParleyApi.credentials',
  'nodes/Parley/Parley.node',
  'nodes/ParleyTrigger/ParleyTrigger.node',
];

await build({
  root: folder,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: dist,
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      external: ['n8n-workflow'],
      input: Object.fromEntries(classes.map((name) => [name, join(folder, `${name}.ts`)])),
      // n8n offers its packages by NODE_PATH, which `import` ignores.
      output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
    },
  },
});
await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
await cp(join(folder, 'icons'), join(dist, 'icons'), { recursive: true });
for (const node of ['nodes/Parley/Parley.node.json', 'nodes/ParleyTrigger/ParleyTrigger.node.json']) {
  await cp(join(folder, node), join(dist, node));
}
