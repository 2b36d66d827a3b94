export type OutboundMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OutboundRequest {
  method: OutboundMethod;
  url: string;
  /** Headers of the connection itself (Host, Content-Length, Transfer-Encoding, …) are left out. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  /** For everything together: DNS, connection, redirects, the whole answer. */
  timeoutMs: number;
  /** Of the body, after decompression. */
  maxResponseBytes: number;
  /** A longer body: `fail` (default) answers `too-large`, `truncate` keeps the first bytes. */
  overflow?: 'fail' | 'truncate' | undefined;
  /** A body that breaks off, or is not over in time: `fail` (default), or `truncate` keeps what came of it. */
  brokenBody?: 'fail' | 'truncate' | undefined;
  /** How many redirects are followed. With 0 (default) a redirect is a response like any other. */
  redirects?: number | undefined;
  /** Called before the first byte goes out: until then the target has certainly seen nothing of the request. */
  onStart?: (() => unknown) | undefined;
  signal?: AbortSignal | undefined;
}

/** `reason` is a sentence that may be shown to the customer who aimed the request. */
export type OutboundResult =
  | {
      kind: 'response';
      status: number;
      /** Lower-case names; repeated headers are joined by commas. */
      headers: Readonly<Record<string, string>>;
      body: Buffer;
      truncated: boolean;
      /** The URL that answered, after redirects. */
      url: string;
    }
  | { kind: 'refused'; reason: string }
  | { kind: 'timeout' }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'too-large' }
  | { kind: 'too-many-redirects' };

export interface OutboundClient {
  /** Never rejects for what the target does; rejects with the signal's reason when aborted. */
  request(request: OutboundRequest): Promise<OutboundResult>;
  /** Waits for requests under way, then closes every connection. */
  close(): Promise<void>;
}
