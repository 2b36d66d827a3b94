import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/** A website with one page that delays responses until `answer` is called. */
export interface SlowWebsite extends LoopbackServer {
  /** Sets the status of pending and future responses. */
  answer(status: 200 | 500): void;
}

/** @param body HTML of its only page */
export async function startSlowWebsite(body: string): Promise<SlowWebsite> {
  const waiting: (() => void)[] = [];
  let status: 200 | 500 | null = null;
  const server = await startLoopbackServer(async ({ url }, response) => {
    if (url === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    if (status === null) await new Promise<void>((resolve) => waiting.push(resolve));
    response.writeHead(status ?? 500, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  return {
    ...server,
    answer: (next) => {
      status = next;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}
