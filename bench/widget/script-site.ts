import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type LoopbackServer, startLoopbackServer } from '../../server/test/kit/loopback-server.ts';
import { buildWidget } from '../../server/test/kit/widget-site.ts';

const ASSISTANT = '00000000-0000-4000-8000-000000000000';
const APPEARANCE = {
  name: 'Bench',
  greeting: 'Hello!',
  theme: 'auto',
  color: '#2563eb',
  position: 'bottom-right',
};
const JSON_HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

/** A page with the widget at `/widget`, the same without it at `/bare`, and instant responses. */
export interface ScriptSite extends LoopbackServer {
  /** Size before compression. */
  script: Buffer;
}

export async function startScriptSite(): Promise<ScriptSite> {
  const built = await buildWidget();
  const script = await readFile(path.join(built.folder, 'widget.js'));
  await built.remove();
  const answers: Record<string, string> = {
    [`/api/widgets/${ASSISTANT}`]: JSON.stringify({ status: true, widget: APPEARANCE }),
    '/api/conversations': JSON.stringify({
      status: true,
      conversation_id: ASSISTANT,
      history: [{ role: 'assistant', content: 'Hello!' }],
    }),
  };
  const server = await startLoopbackServer((request, response) => {
    const url = request.url ?? '/';
    const answer = answers[url];
    if (request.method === 'OPTIONS') {
      const methods = { 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' };
      response.writeHead(204, { ...JSON_HEADERS, ...methods }).end();
    } else if (url === '/widget.js') {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
    } else if (answer !== undefined) response.writeHead(200, JSON_HEADERS).end(answer);
    else if (url === '/widget' || url === '/bare') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(url === '/widget'));
    } else response.writeHead(404, JSON_HEADERS).end('{}');
  });
  return { ...server, script };
}

function page(hasWidget: boolean): string {
  const tag = hasWidget ? `<script src="/widget.js" data-assistant="${ASSISTANT}" async></script>` : '';
  return `<!doctype html><html lang="en"><head><title>Bench</title><link rel="icon" href="data:,">${tag}</head>
<body><main><h1>Bench</h1></main></body></html>`;
}
