import type { Catalog } from '../../../core/catalog.ts';
import { messageOf } from '../../../core/errors.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { sttProviderCode } from '../../calls/assistant/assistant-setup.ts';
import type { Extractor } from '../../knowledge/extraction/extractor.ts';
import { type FileText, readDocument, textOf } from '../../knowledge/extraction/read-document.ts';

export interface FileReaders {
  extractor: Extractor;
  catalog: Catalog;
  /** Throws a `ProviderError`. @param provider catalog code of the speech-to-text provider */
  transcribe(
    recording: { bytes: Uint8Array; provider: string; languages: readonly string[] },
    signal: AbortSignal,
  ): Promise<string>;
}

/** The assistant that a customer writes to. */
export interface ReadingAssistant {
  transcriber_provider_id: number | null;
  language_id: number;
  secondary_language_ids: number[];
}

/** Of a file that is not read. */
export const NOTHING: FileText = { text: null, error: null };

/** Transcribes a voice message, or extracts the text of a document. Rejects only if the signal aborts. */
export async function readFile(
  readers: FileReaders,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
  { assistant, signal }: { assistant: ReadingAssistant; signal: AbortSignal },
): Promise<FileText> {
  try {
    if (/^(?:image|video)\//.test(contentType)) return NOTHING;
    if (contentType.startsWith('audio/')) return await hear(readers, bytes, { assistant, signal });
    if (/^text\/(?:x-)?vcard/.test(contentType)) return textOf(readContact(bytes.toString()));
    return await readDocument(readers.extractor, bytes, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return { text: null, error: error instanceof ProviderError ? error.message : messageOf(error) };
  }
}

async function hear(
  { transcribe, catalog }: FileReaders,
  bytes: Buffer,
  { assistant, signal }: { assistant: ReadingAssistant; signal: AbortSignal },
): Promise<FileText> {
  if (!bytes.subarray(0, 4).equals(Buffer.from('OggS'))) {
    return { text: null, error: 'Only voice messages (Ogg Opus) can be transcribed.' };
  }
  const provider = sttProviderCode(catalog, assistant);
  if (provider === null) {
    return { text: null, error: 'This server has no speech-to-text provider for the assistant’s language.' };
  }
  const languages = [assistant.language_id, ...assistant.secondary_language_ids].flatMap(
    (id) => catalog.languages.find((one) => one.id === id)?.iso_2 ?? [],
  );
  const text = await transcribe({ bytes, provider, languages }, signal);
  return text === '' ? { text: null, error: 'No speech was recognized.' } : textOf(text);
}

/** Names, numbers and addresses of a vCard, without pictures. */
function readContact(card: string): string {
  const lines = card.split(/\r?\n/).flatMap((line) => {
    const [, value = ''] = /^(?:item\d+\.)?(?:FN|TEL|EMAIL|ORG|URL)\b[^:]*:(.+)$/i.exec(line) ?? [];
    return value === '' ? [] : [value.trim()];
  });
  return `Contact: ${lines.join(', ')}`;
}
