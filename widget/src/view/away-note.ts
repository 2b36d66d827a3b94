import { element } from '../element.ts';
import type { Texts } from '../language/texts.ts';
import { safeHref } from '../markdown/parse-inline.ts';
import type { Appearance } from '../server/answers.ts';

/** Text and contact outside the working hours; null within them. */
export function awayNote(
  texts: Texts,
  { is_away: isAway, away_text: text, away_contact: contact }: Appearance,
): HTMLElement | null {
  if (!isAway) return null;
  const note = element('div', { class: 'away', role: 'note', dir: 'auto' }, text ?? texts.away);
  if (contact !== null) note.append(' ', contactLink(contact));
  return note;
}

/** A link to an email address, phone number or web address; other contacts are text. */
function contactLink(contact: string): Node | string {
  const address = /^[^\s@]+@[^\s@]+$/.test(contact)
    ? `mailto:${contact}`
    : /^\+?[\d ()./-]{5,}$/.test(contact)
      ? `tel:${contact.replaceAll(/[^\d+]/g, '')}`
      : contact;
  const href = safeHref(address);
  if (href === null) return contact;
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer', dir: 'ltr' }, contact);
}
