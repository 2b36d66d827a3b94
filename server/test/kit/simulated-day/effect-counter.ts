import { seededRandom } from '../../../src/core/seeded-random.ts';
import { startLoopbackServer } from '../loopback-server.ts';

/** A booking service that fails now and then, after or before the booking. */
export interface EffectCounter {
  origin: string;
  /** Idempotency keys by reference. Requests with the same key are one booking. */
  bookings: ReadonlyMap<string, ReadonlySet<string>>;
  close(): Promise<void>;
}

export async function startEffectCounter(seed: number): Promise<EffectCounter> {
  const random = seededRandom(seed + 1);
  const bookings = new Map<string, Set<string>>();
  const server = await startLoopbackServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { reference }: { reference: string } = JSON.parse(body);
      const key = String(request.headers['idempotency-key']);
      bookings.set(reference, (bookings.get(reference) ?? new Set()).add(key));
      const draw = random();
      if (draw < 0.05) response.destroy();
      else
        response
          .writeHead(draw < 0.1 ? 503 : 200, { 'content-type': 'application/json' })
          .end('{"booked":true}');
    });
  });
  return { origin: server.origin, bookings, close: server.close };
}
