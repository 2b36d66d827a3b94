const RATE_HZ = 48_000;
const PACKET_MS = 20;
const PACKETS_PER_PAGE = 50;
/** 20 ms of silence, mono. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const [FIRST, LAST] = [2, 4];

/** A voice message without sound, as messaging apps record it: Opus in an Ogg file. */
export function silentVoiceMessage(seconds: number): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt32LE(RATE_HZ, 12);
  const tags = Buffer.alloc(16);
  tags.write('OpusTags');
  const pages = [
    page(0, { flags: FIRST, granule: 0, packets: [head] }),
    page(1, { flags: 0, granule: 0, packets: [tags] }),
  ];
  const count = (seconds * 1000) / PACKET_MS;
  for (let sent = 0; sent < count; ) {
    const packets = Array.from({ length: Math.min(PACKETS_PER_PAGE, count - sent) }, () => SILENCE);
    sent += packets.length;
    const granule = (sent * PACKET_MS * RATE_HZ) / 1000;
    pages.push(page(pages.length, { flags: sent >= count ? LAST : 0, granule, packets }));
  }
  return Buffer.concat(pages);
}

function page(
  sequence: number,
  { flags, granule, packets }: { flags: number; granule: number; packets: Buffer[] },
): Buffer {
  const header = Buffer.alloc(27 + packets.length);
  header.write('OggS');
  header.writeUInt8(flags, 5);
  header.writeBigUInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(packets.length, 26);
  for (const [index, packet] of packets.entries()) header.writeUInt8(packet.length, 27 + index);
  const whole = Buffer.concat([header, ...packets]);
  whole.writeUInt32LE(checksum(whole), 22);
  return whole;
}

/** CRC-32 as in Ogg: polynomial 0x04c11db7, not reflected. */
function checksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}
