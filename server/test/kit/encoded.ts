/**
 * Encodes a text for tests in an encoding that `TextDecoder` reads but Node cannot write, such as windows-1250 or
 * Shift_JIS.
 */
export function encoded(encoding: string, text: string): Buffer {
  const bytes = bytesOf(encoding);
  return Buffer.concat(
    [...text].map((character) => {
      const known = bytes.get(character);
      if (known === undefined) throw new Error(`${encoding} has no ${character}.`);
      return Uint8Array.from(known);
    }),
  );
}

function bytesOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytes = new Map<string, number[]>();
  const add = (...code: number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(code));
      if ([...character].length === 1 && !bytes.has(character)) bytes.set(character, code);
    } catch {
      // These bytes encode no character.
    }
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  if (/^(?:windows|ibm|koi8|iso)/.test(encoding)) return bytes;
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x30; trail < 0xff; trail += 1) add(lead, trail);
  }
  return bytes;
}
