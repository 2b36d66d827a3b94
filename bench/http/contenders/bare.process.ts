import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { contenderEnvironment } from './environment.ts';

// The upper bound: Node's HTTP server with the same bytes in memory. Create reads the body and stores nothing.
const { port, listFile, createdFile } = contenderEnvironment();
const list = readFileSync(listFile);
const created = readFileSync(createdFile);
const json = 'application/json; charset=utf-8';

const server = createServer((request, response) => {
  const isCreate = request.method === 'POST';
  const answer = isCreate ? created : list;
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(isCreate ? 201 : 200, { 'content-type': json, 'content-length': answer.length });
    response.end(answer);
  });
});
server.keepAliveTimeout = 72_000;
server.listen(port, '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
