/** Far more than vendors use: two letters, a dot and up to 128 letters and digits. */
const MAX_LENGTH = 160;

/** A channel's own id of a customer; null if absent or invalid. A leading plus would make it a phone number. */
export function readChannelUserId(written: string | null): string | null {
  const id = written?.trim() ?? '';
  return id.length <= MAX_LENGTH && /^[^\s+\p{C}][^\s\p{C}]*$/u.test(id) ? id : null;
}
