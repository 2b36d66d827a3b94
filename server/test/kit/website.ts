import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/** A page as HTML or as a request handler. */
export type WebPage = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Website extends LoopbackServer {
  /** Pages by path without query. Other paths return 404. */
  pages: Record<string, WebPage>;
}

/** A website on loopback. Its pages can be changed while it runs. */
export async function startWebsite(pages: Record<string, WebPage> = {}): Promise<Website> {
  const site = await startLoopbackServer((request, response) => {
    const page = website.pages[request.url?.split('?')[0] ?? ''];
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here</p>');
    else if (typeof page === 'string') response.setHeader('content-type', 'text/html').end(page);
    else page(request, response);
  });
  const website: Website = { ...site, pages };
  return website;
}
