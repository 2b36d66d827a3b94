import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RealtimeModel } from '../../src/providers/interfaces/realtime-model.ts';
import { type ManualClock, manualClock } from './clocks.ts';
import { eventually } from './eventually.ts';
import { type RealtimeProbe, realtimeProbe } from './realtime-probe.ts';
import { type SocketServer, startSocketServer } from './socket-server.ts';

/** Session setup timeout, in milliseconds. */
const SET_UP_MS = 8_000;

interface RealtimeSimulator extends SocketServer {
  script(answer: { say: string } | { endless: string }): void;
  send(message: string | Buffer): void;
}

export interface RealtimeVendor {
  start(): Promise<RealtimeSimulator>;
  model(url: string, clock: ManualClock): RealtimeModel;
  /** Invalid or unexpected messages of the vendor. */
  nonsense: readonly string[];
}

/** Contract tests for realtime models over WebSocket, run against a misbehaving simulator of the vendor. */
export function describeRealtimeFaults(name: string, vendor: RealtimeVendor): void {
  describe(`${name} over a faulty server`, () => {
    let server: RealtimeSimulator;
    let probe: RealtimeProbe;
    beforeEach(async () => {
      server = await vendor.start();
      probe = realtimeProbe(vendor.model(server.url, manualClock()));
    });
    afterEach(async () => {
      probe.close();
      await server.close();
    });

    test('ends the session in time when the connection stays silent', async () => {
      const silent = await startSocketServer(() => {});
      const clock = manualClock();
      const waiting = realtimeProbe(vendor.model(silent.url, clock));
      waiting.open();
      await eventually(
        async () => silent.open(),
        (open) => open === 1,
      );
      clock.advance(SET_UP_MS);
      await waiting.until('failed');
      expect(waiting.of('failed')).toMatchObject([{ fatal: true, error: { code: 'timeout' } }]);
      waiting.close();
      await silent.close();
    });

    test('ignores invalid messages', async () => {
      server.script({ say: 'Yes.' });
      const session = await probe.ready();
      for (const text of ['', '{', '[]', 'null', ...vendor.nonsense]) {
        server.send(text);
        server.send(Buffer.from(text));
      }
      server.send(Buffer.from([1, 2, 3]));
      session.respond(null);
      await probe.until('reply-ended');
      expect(probe.of('failed')).toEqual([]);
      expect(probe.of('reply-started')).toHaveLength(1);
    });

    test('emits nothing after close', async () => {
      server.script({ endless: 'On and on' });
      const session = await probe.ready();
      session.respond(null);
      await probe.until('reply-started');
      session.close();
      const before = probe.events.length;
      session.sendAudio(new Int16Array(160));
      session.respond(null);
      await eventually(
        async () => server.open(),
        (count) => count === 0,
      );
      expect(probe.events).toHaveLength(before);
    });
  });
}
