/** A customer's message with what it refers to; see `messageReference` of the contract. */
export interface SaidMessage {
  content: string;
  isEdited: boolean;
  /** Text of the quoted message. */
  quoted: string | null;
  about: {
    choice: { title: string; payload: string | null; description: string | null } | null;
    referral: { headline: string | null; body: string | null; url: string | null } | null;
    product: { id: string } | null;
  } | null;
}

const MAX_QUOTED = 500;

/** The message as the model reads it. Texts that it refers to are shortened to one line. */
export function messageForModel({ content, isEdited, quoted, about }: SaidMessage): string {
  const { choice = null, referral = null, product = null } = about ?? {};
  const advertisement = [referral?.headline, referral?.body, referral?.url].filter((part) => part != null);
  const option = [choice?.payload, choice?.description].filter((part) => part != null);
  const lines = [
    advertisement.length === 0
      ? null
      : `[Came from the advertisement: ${oneLine(advertisement.join(' · '))}]`,
    product === null ? null : `[About the product ${oneLine(product.id)}]`,
    quoted === null ? null : `[In reply to: "${oneLine(quoted)}"]`,
    isEdited ? `[Edited] ${content}` : content,
    option.length === 0 ? null : `[Chosen option: ${oneLine(option.join(' · '))}]`,
  ];
  return lines.filter((line) => line !== null && line !== '').join('\n');
}

function oneLine(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')')];
  return characters.length <= MAX_QUOTED
    ? characters.join('')
    : `${characters.slice(0, MAX_QUOTED).join('')}…`;
}
