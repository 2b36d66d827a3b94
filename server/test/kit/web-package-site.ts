import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { findCompiler } from '../../../scripts/checks/run/typescript.ts';
import { VERSION } from '../../../sdk/typescript/src/generated/version.ts';
import { eventually } from './eventually.ts';
import { endsWithFile } from './left-running.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { emptyFolder, printed } from './sample-program.ts';
import { freePorts } from './sip/free-ports.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../../sdk/web/', import.meta.url));
/** Packages of the React page that are taken from the repository. */
const LINKED = ['react', 'react-dom', 'scheduler', '@types/react', '@types/react-dom', 'csstype'];

const MAIN = `import { createRoot } from 'react-dom/client';
import { CallPanel } from './panel';

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<CallPanel />);
`;

const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mill Inn</title>';
const icon = '<link rel="icon" href="data:,">';
const REACT_PAGE = `${head}${icon}<script type="module" src="/main.tsx"></script></head><body><main id="root"></main></body></html>`;
const PLAIN_PAGE = `${head}${icon}<script type="module" src="/plain.js"></script></head><body>
<button id="start">Call</button><button id="mute">Mute</button><button id="end">Hang up</button>
<p id="status"></p><meter></meter><pre id="log"></pre></body></html>`;

/**
 * A website with the samples of the README of `@parley/web`, made only of the packed package and React: the React
 * sample at `/`, built by Vite, and the plain one at `/plain`, without a bundler. The sample's own server creates the
 * calls. The site has a strict content security policy.
 * @param call whom the site calls
 * @returns its origin
 */
export async function startWebPackageSite(call: {
  /** Origin of the Parley server. */
  parley: string;
  token: string;
  assistantId: number;
}): Promise<string> {
  const folder = emptyFolder();
  await installPackage(folder);
  writePages(folder);
  await checkTypes(folder);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // Ignore the 'use client' directive: this page has no server components.
    build: { rolldownOptions: { checks: { moduleLevelDirective: false } } },
  });
  const backend = await startSampleServer(folder, call);
  const policy = [
    `default-src 'none'; script-src 'self'; img-src data:; base-uri 'none'; require-trusted-types-for 'script'`,
    `connect-src 'self' ${call.parley.replace('http', 'ws')}`,
  ].join('; ');
  const site = await startLoopbackServer((request, response) => {
    const { method, url = '/' } = request;
    const answer = method === 'POST' ? forward(`${backend}${url}`) : readSite(folder, url);
    answer.then(
      ({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'content-security-policy': policy }).end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  endsWithFile(() => site.close());
  return site.origin;
}

/** Packs the package and installs it with React in an empty folder. */
async function installPackage(folder: string): Promise<void> {
  await printed('npm', ['pack', '--pack-destination', folder], { cwd: PACKAGE });
  await printed('npm', ['install', '--offline', `./parley-web-${VERSION}.tgz`], { cwd: folder });
  mkdirSync(path.join(folder, 'node_modules/@types'));
  for (const name of LINKED) {
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
}

function sampleOf(language: string): string {
  const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
  const sample = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(readme)?.[1];
  if (sample === undefined) throw new Error(`The README has no sample in ${language}.`);
  return sample;
}

function writePages(folder: string): void {
  const files = {
    'index.html': REACT_PAGE,
    'main.tsx': MAIN,
    'panel.tsx': sampleOf('tsx'),
    'plain.ts': sampleOf('ts'),
    'plain.html': PLAIN_PAGE,
    'plain.js': sampleOf('ts').replace('@parley/web', '/parley-web/web.js'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        jsx: 'react-jsx',
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
      },
      include: ['*.ts', '*.tsx'],
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
}

async function checkTypes(folder: string): Promise<void> {
  await printed(await findCompiler(), ['-p', folder], { cwd: folder });
}

/** @returns its origin */
async function startSampleServer(
  folder: string,
  { parley, token, assistantId }: { parley: string; token: string; assistantId: number },
): Promise<string> {
  const [port] = await freePorts(1);
  const program = sampleOf('js')
    .replace('http://localhost:3000', parley)
    .replace('parley_…', token)
    .replace('assistant_id: 1', `assistant_id: ${assistantId}`)
    .replace('8080', String(port));
  writeFileSync(path.join(folder, 'server.mjs'), program);
  const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, stdio: 'inherit' });
  endsWithFile(() => child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  const status = () =>
    fetch(origin).then(
      (answer) => answer.status,
      () => null,
    );
  await eventually(status, (answered) => answered === 404);
  return origin;
}

interface SiteAnswer {
  status: number;
  type: string;
  body: string | Buffer;
}

async function forward(url: string): Promise<SiteAnswer> {
  const answer = await fetch(url, { method: 'POST' });
  return { status: answer.status, type: 'application/json', body: await answer.text() };
}

async function readSite(folder: string, url: string): Promise<SiteAnswer> {
  const files: Record<string, string> = {
    '/': 'dist/index.html',
    '/plain': 'plain.html',
    '/plain.js': 'plain.js',
  };
  const file =
    files[url] ??
    (url.startsWith('/parley-web/')
      ? url.replace('/parley-web/', 'node_modules/@parley/web/dist/')
      : `dist${url}`);
  const type = file.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8';
  return { status: 200, type, body: await readFile(path.join(folder, file)) };
}
