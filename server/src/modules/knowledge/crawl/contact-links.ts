/** Digits to compare from the end: the text may have `030 1234` where its link has `+49301234`. */
const significantDigits = 6;

/** The telephone number or mail address that a link leads to; null: it leads elsewhere. */
export function contactTarget(href: string | undefined): string | null {
  const [, scheme = '', rest = ''] = /^\s*(tel|sms|mailto):([^?]{1,200})/i.exec(href ?? '') ?? [];
  if (rest === '') return null;
  const target = decoded(rest).replace(/\s+/g, ' ').trim();
  const isUsable = scheme.toLowerCase() === 'mailto' ? target.includes('@') : /\d{3}/.test(target);
  return isUsable ? target : null;
}

/** Text to append to a link, so that its target is kept; empty if the link's text contains it. */
export function contactNote({ target, label }: { target: string; label: string }): string {
  const isSaid = target.includes('@')
    ? label.toLowerCase().includes(target.toLowerCase())
    : digits(label).includes(digits(target).slice(-significantDigits));
  if (isSaid) return '';
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
