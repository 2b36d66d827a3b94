import type { Locator } from 'playwright-core';

interface DroppedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Drops a desktop file on an element. */
export async function dropFile(target: Locator, { name, mimeType, buffer }: DroppedFile): Promise<void> {
  const file = JSON.stringify({ name, mimeType, base64: buffer.toString('base64') });
  const dataTransfer = await target.page().evaluateHandle(`(() => {
    const { name, mimeType, base64 } = ${file};
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name, { type: mimeType }));
    return transfer;
  })()`);
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer });
}
