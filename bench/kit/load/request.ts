/** One HTTP/1.1 request as bytes, sent repeatedly over keep-alive connections. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The bytes of a request. */
export function requestBytes(request: LoadRequest): Buffer {
  const headers = {
    host: '127.0.0.1',
    ...request.headers,
    ...(request.body === '' ? {} : { 'content-length': String(Buffer.byteLength(request.body)) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n${request.body}`);
}
