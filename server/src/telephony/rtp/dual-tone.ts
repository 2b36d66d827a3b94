/** DTMF frequencies in Hz (ITU-T Q.23): each key is a row tone plus a column tone. */
export const ROWS = [697, 770, 852, 941];
export const COLUMNS = [1209, 1336, 1477, 1633];
export const KEYS = ['123A', '456B', '789C', '*0#D'];
/** About -10 dBm0 per tone. */
const AMPLITUDE = 6000;

/** A DTMF tone for peers without telephone events: `count` samples, from `beginSample` on. */
export function dualTone(
  digit: string,
  beginSample: number,
  { count, rateHz = 8000 }: { count: number; rateHz?: number },
): Int16Array {
  const row = KEYS.findIndex((keys) => keys.includes(digit));
  const low = ROWS[row] ?? 0;
  const high = COLUMNS[KEYS[row]?.indexOf(digit) ?? 0] ?? 0;
  return Int16Array.from({ length: count }, (_, index) => {
    const turn = (2 * Math.PI * (beginSample + index)) / rateHz;
    return Math.round(AMPLITUDE * (Math.sin(turn * low) + Math.sin(turn * high)));
  });
}
