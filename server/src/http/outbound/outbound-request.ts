export type OutboundMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OutboundRequest {
  method: OutboundMethod;
  url: string;
  /** Hop-by-hop headers (Host, Content-Length, Transfer-Encoding, …) are dropped. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  /** Covers DNS, connection, redirects and the whole answer. */
  timeoutMs: number;
  /** Of the body, after decompression. */
  maxResponseBytes: number;
  /** Longer bodies: `fail` (default) gives `too-large`, `truncate` keeps the first bytes. */
  overflow?: 'fail' | 'truncate' | undefined;
  /** Incomplete or late bodies: `fail` (default) or `truncate`, which keeps what arrived. */
  brokenBody?: 'fail' | 'truncate' | undefined;
  /** Maximum redirects. With 0 (default) a redirect is returned like any other response. */
  redirects?: number | undefined;
  /** Called before the first byte is sent: until then the target has certainly received nothing. */
  onStart?: (() => unknown) | undefined;
  signal?: AbortSignal | undefined;
}

/** `reason` is a sentence that may be shown to the customer who configured the URL. */
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
  /** Never rejects because of the target; rejects with the signal's reason when aborted. */
  request(request: OutboundRequest): Promise<OutboundResult>;
  /** Waits for running requests, then closes every connection. */
  close(): Promise<void>;
}
