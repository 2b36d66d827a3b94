import type { Language } from '#contract/languages.ts';

export interface MailContent {
  /** The language of all texts. */
  language: Language;
  /** Plain sentences. */
  paragraphs: readonly string[];
  /** The button of the mail; null without one. */
  link: { label: string; url: string } | null;
  /** Why the recipient gets it. */
  footer: string;
}

/** Text and HTML of a mail. */
export function mailText({ language, paragraphs, link, footer }: MailContent): {
  text: string;
  html: string;
} {
  const blocks = [...paragraphs, ...(link === null ? [] : [`${link.label}: ${link.url}`])];
  const text = `${blocks.join('\n\n')}\n\n-- \n${footer}\n`;
  const button =
    link === null
      ? ''
      : `<p><a href="${escaped(link.url)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none">${escaped(link.label)}</a></p>`;
  const html = [
    `<!doctype html><html lang="${language}"><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#1c2422">`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    button,
    `<p style="color:#5c6b67;font-size:13px">${escaped(footer)}</p>`,
    '</body></html>',
  ].join('\n');
  return { text, html };
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
