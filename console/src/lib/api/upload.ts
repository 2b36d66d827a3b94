import { ApiError } from './api-error.ts';
import { csrfToken, notifySignedOut } from './session-state.ts';

interface UploadOptions {
  contentType: string;
  /** Bytes sent and total bytes. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
  idempotencyKey?: string;
}

/**
 * Uploads a file as the body of a POST, streamed from the disk; uses XMLHttpRequest because `fetch` reports no upload
 * progress.
 * @param path relative to `/api`, with its query
 * @throws ApiError, or an AbortError when `signal` aborts
 */
export function upload<Answer>(path: string, file: Blob, options: UploadOptions): Promise<Answer> {
  const { contentType, onProgress, signal, idempotencyKey } = options;
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('POST', `/api${path}`);
    const headers = {
      accept: 'application/json',
      'content-type': contentType,
      'x-csrf-token': csrfToken(),
      'idempotency-key': idempotencyKey,
    };
    for (const [name, value] of Object.entries(headers)) {
      if (value !== null && value !== undefined) xhr.setRequestHeader(name, value);
    }
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    xhr.onload = () => {
      const body = readBody(xhr.responseText);
      if (xhr.status >= 200 && xhr.status < 300) resolve(asAnswer<Answer>(body));
      else reject(refusal(xhr, body));
    };
    xhr.onerror = () => reject(new ApiError({ status: 0, body: {}, requestId: null }));
    xhr.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    if (signal.aborted) reject(new DOMException('The upload was canceled.', 'AbortError'));
    else xhr.send(file);
  });
}

function refusal(xhr: XMLHttpRequest, body: Record<string, unknown>): ApiError {
  if (xhr.status === 401) notifySignedOut('ended');
  return new ApiError({ status: xhr.status, body, requestId: xhr.getResponseHeader('x-request-id') });
}

function readBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** Not validated here: the server's tests check every response against its schema. */
function asAnswer<Answer>(value: unknown): Answer {
  return value as Answer;
}
