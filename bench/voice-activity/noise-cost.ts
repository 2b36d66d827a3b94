import { systemClock } from '../../server/src/core/clock.ts';
import { NoiseCancellation } from '../../server/src/voice/audio/noise/noise-cancellation.ts';
import { silentLog } from '../../server/test/kit/silent-log.ts';
import { quantile } from '../kit/statistics.ts';
import { figure } from '../kit/table.ts';

/** Real-time calls with continuous sound: share of cleaned frames, and their delay. */
export async function noiseInRealTime(sound: Int16Array, calls: number, seconds: number): Promise<string[]> {
  const cancellation = new NoiseCancellation({ clock: systemClock, log: silentLog });
  const delays: number[] = [];
  let cleaned = 0;
  const pushed = Array.from({ length: calls }, (): { frame: Int16Array; atMs: number }[] => []);
  const streams = pushed.map((waiting) =>
    cancellation.open(8000, (frame) => {
      const first = waiting.shift();
      if (first === undefined) return;
      delays.push(performance.now() - first.atMs);
      cleaned += Number(frame !== first.frame);
    }),
  );
  while (!cancellation.isAvailable()) await systemClock.sleep(20);
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const start = performance.now();
  for (let tick = 1; tick <= seconds * 50; tick += 1) {
    await systemClock.sleep(Math.max(0, start + tick * 20 - performance.now()));
    const at = ((tick - 1) * 160) % (sound.length - 160);
    for (const [call, stream] of streams.entries()) {
      const frame = sound.slice(at, at + 160);
      pushed[call]?.push({ frame, atMs: performance.now() });
      stream.push(frame);
    }
  }
  const wallMicros = (performance.now() - start) * 1000;
  const { user, system } = process.cpuUsage(cpu);
  const { utilization } = performance.eventLoopUtilization(loop);
  for (const stream of streams) stream.close();
  await cancellation.close();
  return [
    String(calls),
    `${((100 * cleaned) / (calls * seconds * 50)).toFixed(0)} %`,
    ...[0.5, 0.95, 0.99].map((part) => figure(quantile(delays, part))),
    `${((100 * (user + system)) / wallMicros).toFixed(0)} %`,
    `${(100 * utilization).toFixed(0)} %`,
  ];
}
