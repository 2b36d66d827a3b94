/** Only the last digits are compared: the text may say `030 1234` for `tel:+49301234`. */
const significantDigits = 6;

/** The phone number or e-mail address of a link; null for other links. */
export function contactTarget(href: string | undefined): string | null {
  const [, scheme = '', rest = ''] = /^\s*(tel|sms|mailto):([^?]{1,200})/i.exec(href ?? '') ?? [];
  if (rest === '') return null;
  const target = decoded(rest).replace(/\s+/g, ' ').trim();
  const isUsable = scheme.toLowerCase() === 'mailto' ? target.includes('@') : /\d{3}/.test(target);
  return isUsable ? target : null;
}

/** Text to append to a link to keep its target; empty if the label contains it. */
export function contactNote({ target, label }: { target: string; label: string }): string {
  const isInLabel = target.includes('@')
    ? label.toLowerCase().includes(target.toLowerCase())
    : digits(label).includes(digits(target).slice(-significantDigits));
  if (isInLabel) return '';
  return label.trim() === '' ? ` ${target} ` : ` (${target})`;
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
