import { t } from './i18n/t.ts';

/**
 * Copies a text to the clipboard. Call it from a click or a key press.
 * @throws Error, with a message for the user, when the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  if (await isWritten(text)) return;
  // Without https or clipboard permission, the copy command may still work.
  if (!answerCopying(text)) throw new Error(t('The browser blocked copying. Select the text and copy it.'));
}

async function isWritten(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function answerCopying(text: string): boolean {
  let isCopied = false;
  const answer = (event: ClipboardEvent): void => {
    event.preventDefault();
    // Handle the event first: other listeners would copy the selection.
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = true;
  };
  // Without a selection, Safari copies only when `beforecopy` is canceled.
  const offer = (event: Event): void => event.preventDefault();
  addEventListener('beforecopy', offer, true);
  addEventListener('copy', answer, true);
  document.execCommand('copy');
  removeEventListener('copy', answer, true);
  removeEventListener('beforecopy', offer, true);
  return isCopied;
}
