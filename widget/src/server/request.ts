import { Failure, failureOf } from '../state/failure.ts';
import { createEventParser, type ServerEvent } from './event-parser.ts';

interface RequestOptions {
  method?: 'POST';
  body?: unknown;
  /** Idempotency key, the same for all retries. */
  key?: string;
  /** Aborts the request after this time without data. */
  silenceMs: number;
  signal?: AbortSignal;
}

/** Requests JSON. Throws `Failure`. */
export async function ask(url: string, options: RequestOptions): Promise<unknown> {
  const silence = new SilenceTimeout(options);
  try {
    const response = await send(url, { options, silence, accept: 'application/json' });
    return await response.json();
  } finally {
    silence.end();
  }
}

/** Streams server-sent events. Throws `Failure`, `broken-off` if the stream breaks. */
export async function* askEvents(url: string, options: RequestOptions): AsyncGenerator<ServerEvent> {
  const silence = new SilenceTimeout(options);
  try {
    const response = await send(url, { options, silence, accept: 'text/event-stream' });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createEventParser();
    for (;;) {
      const step = await reader?.read().catch(() => {
        throw new Failure('broken-off');
      });
      if (step === undefined || step.done) return;
      silence.interrupt();
      yield* parse(step.value);
    }
  } finally {
    silence.end();
  }
}

async function send(
  url: string,
  { options, silence, accept }: { options: RequestOptions; silence: SilenceTimeout; accept: string },
): Promise<Response> {
  const { method = 'GET', body, key } = options;
  const headers: Record<string, string> = { accept };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  const response = await fetch(url, {
    method,
    headers,
    signal: silence.signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw failureOf(response.status, response.headers.get('retry-after'));
  return response;
}

/** Aborts a request after `silenceMs` without data. */
class SilenceTimeout {
  readonly #controller = new AbortController();
  readonly #limitMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ silenceMs, signal }: RequestOptions) {
    this.#limitMs = silenceMs;
    signal?.addEventListener('abort', () => this.#controller.abort());
    if (signal?.aborted === true) this.#controller.abort();
    this.interrupt();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  interrupt(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#limitMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}
