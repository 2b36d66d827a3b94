import { createServer } from 'node:http';
import { pageCount, pageHtml } from './pages.ts';

/** The site in a separate process; sends its port to the parent once it listens. */
const pages = Array.from({ length: pageCount }, (_, index) => Buffer.from(pageHtml(index)));
const server = createServer((request, response) => {
  const page = pages[Number(/^\/page\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1)];
  if (page === undefined) response.writeHead(404).end();
  else response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
