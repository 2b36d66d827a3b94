import { Failure, failureOf } from '../state/failure.ts';

/** Time without progress after which an upload is aborted. */
const SILENCE_MS = 30_000;

export interface UploadOptions {
  /** @param done share of the file, 0 to 1 */
  onProgress(done: number): void;
  signal: AbortSignal;
}

/** Uploads a file as `multipart/form-data`. Throws `Failure`. `fetch` does not report the progress of uploads. */
export function upload(url: string, file: File, { onProgress, signal }: UploadOptions): Promise<unknown> {
  // Then the signal fires no event any more.
  if (signal.aborted) return Promise.reject(new Failure('unreachable'));
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.append('file', file);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => request.abort();
  const wait = (): void => {
    clearTimeout(silence);
    silence = setTimeout(stop, SILENCE_MS);
  };
  const answer = new Promise<unknown>((resolve, reject) => {
    const fail = (): void => reject(new Failure(navigator.onLine ? 'unreachable' : 'offline'));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait();
      onProgress(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(request.response);
      else reject(failureOf(request.status, request.getResponseHeader('retry-after')));
    });
  });
  request.open('POST', url);
  request.responseType = 'json';
  request.setRequestHeader('accept', 'application/json');
  signal.addEventListener('abort', stop);
  wait();
  request.send(body);
  return answer.finally(() => clearTimeout(silence));
}
