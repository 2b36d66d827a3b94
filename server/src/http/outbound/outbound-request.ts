export type OutboundMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OutboundRequest {
  method: OutboundMethod;
  url: string;
  /** Host, Content-Length and hop-by-hop headers (Transfer-Encoding, …) are dropped. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  /** Covers DNS, connection, redirects and the whole answer. */
  timeoutMs: number;
  /** Limit of the body after decompression. */
  maxResponseBytes: number;
  /** For longer bodies `fail` (default) results in `too-large`, and `truncate` keeps the first bytes. */
  overflow?: 'fail' | 'truncate' | undefined;
  /** For incomplete or late bodies `fail` (default) results in an error, and `truncate` keeps the received part. */
  brokenBody?: 'fail' | 'truncate' | undefined;
  /** Maximum number of redirects. With 0 (default) a redirect is returned like any other response. */
  redirects?: number | undefined;
  /** Called before the first byte is sent. Until then the target has certainly received nothing. */
  onStart?: (() => unknown) | undefined;
  signal?: AbortSignal | undefined;
}

/** `reason` is a sentence for the customer who configured the URL. */
export type OutboundResult =
  | {
      kind: 'response';
      status: number;
      /** Names are in lower case; repeated headers are joined by commas. */
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

export interface OutboundStream {
  method: OutboundMethod;
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  /** The body fails beyond this size. */
  maxResponseBytes: number;
  signal: AbortSignal;
}

/** Why a streamed request got no response; `message` is a sentence for the customer who configured the URL. */
export class OutboundFailure extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'OutboundFailure';
  }
}

export interface OutboundClient {
  /** A sentence why the URL's IP address or `localhost` is not allowed; null if it is, or if DNS has to be asked. */
  addressProblem(url: string): string | null;
  /** Never rejects because of the target. Rejects with the signal's reason when aborted. */
  request(request: OutboundRequest): Promise<OutboundResult>;
  /**
   * Resolves with the response while its body still arrives; the signal is its only time limit. Redirects are returned
   * like other responses. Rejects with an `OutboundFailure`, or with the signal's reason.
   */
  stream(request: OutboundStream): Promise<Response>;
  /** Waits for running requests, then closes every connection and stream. */
  close(): Promise<void>;
}
