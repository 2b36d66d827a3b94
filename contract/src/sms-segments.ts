/** The basic characters of GSM 03.38, without the escape. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take an escape and a second place. */
const ESCAPED = new Set('\f^{}\\[~]|€');

/** Places of a single message, and of each part of a longer one, which begins with a header. */
const SIZES = { gsm: { single: 160, part: 153 }, unicode: { single: 70, part: 67 } };

/**
 * The number of segments into which a network splits an SMS; each is billed. One character outside of GSM 03.38, such as
 * ș or an emoji, more than halves the size of a segment. No character is split.
 */
export function smsSegments(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((character) => GSM.has(character) || ESCAPED.has(character));
  const { single, part } = isGsm ? SIZES.gsm : SIZES.unicode;
  const places = characters.map((character) => (isGsm ? (ESCAPED.has(character) ? 2 : 1) : character.length));
  if (places.reduce((sum, count) => sum + count, 0) <= single) return 1;
  let segments = 1;
  let free = part;
  for (const count of places) {
    if (count > free) {
      segments += 1;
      free = part;
    }
    free -= count;
  }
  return segments;
}
