import { Agent } from 'undici';

export interface PostJsonRequest {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

export interface PostJsonReply {
  status: number;
  text: string;
}

/** One POST request; resolves for any status, throws without a response. */
export type PostJson = (url: string, request: PostJsonRequest) => Promise<PostJsonReply>;

/** Posts over its own keep-alive connections: the built-in fetch costs ten times as much CPU. */
export function createPostJson(): { post: PostJson; close(): Promise<void> } {
  const agent = new Agent({ keepAliveTimeout: 30_000, connectTimeout: 10_000 });
  return {
    async post(url, { headers, body, signal }) {
      const { origin, pathname, search } = new URL(url);
      const reply = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal,
      });
      return { status: reply.statusCode, text: await reply.body.text() };
    },
    close: () => agent.close(),
  };
}
