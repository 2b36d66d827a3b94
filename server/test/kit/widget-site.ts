import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { sharedInFolder } from './left-running.ts';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';
import { type ModelInstallation, startModelInstallation } from './model-installation.ts';
import { SMALL_DOCUMENT } from './reused-contexts.ts';

const CONFIG = fileURLToPath(new URL('../../../widget/vite.config.ts', import.meta.url));

/** Builds the production widget into a separate folder. */
export async function buildWidget(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-widget-'));
  await build({ configFile: CONFIG, build: { outDir: folder } });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A server that serves the widget, and a website on another origin that embeds it. */
export interface WidgetInstallation extends ModelInstallation {
  site: ForeignSite;
}

/** The widget, which is built once for all files of a worker. */
const builtWidget = sharedInFolder(async () => {
  const { folder, remove } = await buildWidget();
  return { value: folder, end: remove };
});

export async function startWidgetInstallation(
  environment: Record<string, string> = {},
): Promise<WidgetInstallation> {
  const widget = await builtWidget();
  const webFolders = { console: path.join(widget, 'none'), widget };
  const installation = await startModelInstallation({ environment, overrides: { webFolders } });
  const site = await startForeignSite(installation.server.address);
  return {
    ...installation,
    site,
    stop: async () => {
      await site.close();
      await installation.stop();
    },
  };
}

export interface SitePage {
  /** Assistant UUIDs; each gets a widget on the page. */
  assistants: readonly string[];
  /** Additional attributes of the script tags. */
  attributes?: Readonly<Record<string, string>>;
  /** The `lang` attribute of the `html` element. */
  language?: string;
  style?: string;
  body?: string;
  /** Parley's address, if it differs from the server's own. */
  parley?: string;
}

export interface ForeignSite extends LoopbackServer {
  /** Publishes a page and returns its URL. */
  publish(page: SitePage): string;
}

/** Starts a website on a different origin from Parley's. Its policy allows only Parley's script and requests. */
export async function startForeignSite(ownParley: string): Promise<ForeignSite> {
  const pages = new Map<string, SitePage>();
  const server = await startLoopbackServer((request, response) => {
    if (request.url === SMALL_DOCUMENT) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
      return;
    }
    const page = pages.get(request.url ?? '');
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const nonce = 'site';
    const { parley = ownParley } = page;
    const policy = `default-src 'none'; script-src ${parley}; connect-src ${parley} ${parley.replace('http', 'ws')}; style-src 'nonce-${nonce}'; img-src data:`;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy}; require-trusted-types-for 'script'; base-uri 'none'`,
    });
    response.end(html(page, { parley, nonce }));
  });
  return {
    ...server,
    publish: (page) => {
      const address = `/page-${pages.size}`;
      pages.set(address, page);
      return `${server.origin}${address}`;
    },
  };
}

function html(page: SitePage, { parley, nonce }: { parley: string; nonce: string }): string {
  const attributes = Object.entries(page.attributes ?? {}).map(([name, value]) => `${name}='${value}'`);
  const scripts = page.assistants.map(
    (uuid) =>
      `<script src="${parley}/widget.js" data-assistant="${uuid}" ${attributes.join(' ')} async></script>`,
  );
  return `<!doctype html>
<html lang="${page.language ?? 'en'}">
<head><meta charset="utf-8"><title>Harbour Books</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style nonce="${nonce}">${page.style ?? 'body { font-family: serif; margin: 2rem; }'}</style>
${scripts.join('\n')}
</head>
<body>${page.body ?? '<main><h1>Harbour Books</h1><p>Old maps and new novels. <a href="#maps">Maps</a></p></main>'}</body>
</html>`;
}
