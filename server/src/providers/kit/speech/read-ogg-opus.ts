export interface OpusStream {
  channels: number;
  /** Samples to drop at the start, at 48 kHz. */
  preSkip: number;
  packets: Uint8Array[];
}

const HEADER_BYTES = 27;
const HEAD = 'OpusHead';
const HEAD_BYTES = 19;
/** Five minutes of the shortest packets, of 2.5 ms. */
const MAX_PACKETS = 120_000;
/** The longest packet of Opus takes 61,298 bytes. */
const MAX_PACKET_BYTES = 65_536;
/** Packets are not empty; a file made to waste memory may contain millions of empty ones. */
const MAX_EMPTY = 100;

/** The Opus packets of an Ogg file (RFC 7845) with one or two channels; null for anything else. */
export function readOggOpus(file: Uint8Array): OpusStream | null {
  const [head, , ...packets] = readPackets(file);
  if (head === undefined || packets.length === 0 || head.length < HEAD_BYTES) return null;
  if (latin1(head.subarray(0, HEAD.length)) !== HEAD) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const [channels, mapping] = [view.getUint8(9), view.getUint8(18)];
  if (channels < 1 || channels > 2 || mapping !== 0) return null;
  return { channels, preSkip: view.getUint16(10, true), packets };
}

/** Packets may continue on the next page. Reading ends at the first byte that is no page, and at the limits. */
function readPackets(file: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  let empty = 0;
  for (let at = 0; latin1(file.subarray(at, at + 4)) === 'OggS'; ) {
    const count = file[at + HEADER_BYTES - 1] ?? 0;
    const lengths = file.subarray(at + HEADER_BYTES, at + HEADER_BYTES + count);
    at += HEADER_BYTES + count;
    for (const length of lengths) {
      begun.push(file.subarray(at, at + length));
      begunBytes += length;
      at += length;
      if (begunBytes > MAX_PACKET_BYTES) return packets;
      // A segment of 255 bytes continues in the next one.
      if (length === 255) continue;
      if (begunBytes > 0) packets.push(Buffer.concat(begun));
      else empty += 1;
      if (packets.length > MAX_PACKETS || empty > MAX_EMPTY) return packets;
      begun = [];
      begunBytes = 0;
    }
  }
  return packets;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
