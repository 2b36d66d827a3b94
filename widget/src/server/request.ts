import { createEventParser, type ServerEvent } from './event-parser.ts';
import { Failure, failureOf } from './failure.ts';

interface RequestParts {
  method?: 'POST';
  body?: unknown;
  /** Names the request over its repetitions. */
  key?: string;
  /** Longer silence counts as broken off. */
  silenceMs: number;
  signal?: AbortSignal;
}

/** Asks for JSON. Throws `Failure`. */
export async function ask(url: string, parts: RequestParts): Promise<unknown> {
  const silence = new Silence(parts);
  try {
    const response = await send(url, { parts, silence, accept: 'application/json' });
    return await response.json();
  } finally {
    silence.end();
  }
}

/** Asks for server-sent events, as they come. Throws `Failure`; one that breaks off throws `broken-off`. */
export async function* askEvents(url: string, parts: RequestParts): AsyncGenerator<ServerEvent> {
  const silence = new Silence(parts);
  try {
    const response = await send(url, { parts, silence, accept: 'text/event-stream' });
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
  { parts, silence, accept }: { parts: RequestParts; silence: Silence; accept: string },
): Promise<Response> {
  const { method = 'GET', body, key } = parts;
  const headers: Record<string, string> = { accept };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  const response = await fetch(url, {
    ...{ method, headers, signal: silence.signal },
    ...{ credentials: 'omit', referrerPolicy: 'no-referrer' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw failureOf(response.status, response.headers.get('retry-after'));
  return response;
}

/** Gives a request up when nothing is heard of it for long. */
class Silence {
  readonly #controller = new AbortController();
  readonly #limitMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ silenceMs, signal }: RequestParts) {
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
