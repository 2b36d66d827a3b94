import type { z } from 'zod';
import type { historyMessage } from '#contract/conversations.ts';
import type { conversationState, widgetAppearance } from '#contract/widget.ts';
import { CATALOGUES } from '../language/choose-language.ts';
import type { Message, SentFile } from '../state/chat-state.ts';
import { Failure } from '../state/failure.ts';

export type Appearance = z.output<typeof widgetAppearance>;
export type ConversationState = z.output<typeof conversationState>;
type HistoryMessage = z.output<typeof historyMessage>;

/*
 * Validates the parts of answers that the widget uses: a proxy may answer instead of the server, and a cached script may
 * be older than the server.
 */

/** Throws `Failure` (`unreachable`) if the answer is not from our server. */
export function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Failure('unreachable');
  return value as Record<string, unknown>;
}

export function asText(value: unknown): string {
  if (typeof value !== 'string') throw new Failure('unreachable');
  return value;
}

export function asAppearance(value: unknown): Appearance {
  const { name, greeting, theme, color, position, starters, language, ...rest } = asRecord(value);
  return {
    name: asText(name),
    greeting: asText(greeting),
    theme: theme === 'dark' || theme === 'auto' ? theme : 'light',
    color: isColor(color) ? color : '#2563eb',
    position: position === 'bottom-left' ? position : 'bottom-right',
    language: CATALOGUES.find((one) => one.language === language)?.language ?? 'auto',
    starters: Array.isArray(starters) ? starters.map(String) : [],
    title: textOrNull(rest['title']),
    subtitle: textOrNull(rest['subtitle']),
    greeting_bubble: textOrNull(rest['greeting_bubble']),
    placeholder: textOrNull(rest['placeholder']),
    consent_text: textOrNull(rest['consent_text']),
    away_text: textOrNull(rest['away_text']),
    away_contact: textOrNull(rest['away_contact']),
    is_away: rest['is_away'] === true,
    calls_enabled: rest['calls_enabled'] === true,
    files_enabled: rest['files_enabled'] === true,
    picture: textOrNull(rest['picture']),
  };
}

/** `#rrggbb` */
export function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Answer to an identification. */
export interface Identification {
  userId: string | null;
  isVerified: boolean;
  key: string | null;
  conversationId: string | null;
}

export function asIdentification(value: unknown): Identification {
  const { visitor, visitor_key: key, conversation_id: conversationId } = asRecord(value);
  const { user_id: userId, is_verified: isVerified } = asRecord(visitor);
  return {
    userId: textOrNull(userId),
    isVerified: isVerified === true,
    key: textOrNull(key),
    conversationId: textOrNull(conversationId),
  };
}

/** @param urlOf the address of a file */
export function asHistory(value: unknown, urlOf: (fileId: string) => string): Message[] {
  if (!Array.isArray(value)) throw new Failure('unreachable');
  return value.map((item) => {
    const { role, content, author_name: name, files } = asRecord(item);
    const authorName = textOrNull(name);
    const message: Message = { role: asRole(role), text: asText(content) };
    if (authorName !== null) message.authorName = authorName;
    if (!Array.isArray(files) || files.length === 0) return message;
    // The text lists the files for clients that show no files.
    const text = message.text.replaceAll(/^\[attachment: .*\]$/gm, '').trim();
    return { ...message, text, files: files.map((file) => asFile(file, urlOf)) };
  });
}

export function asFile(value: unknown, urlOf: (fileId: string) => string): SentFile {
  const { id, name, content_type: type, byte_count: size } = asRecord(value);
  const bytes = typeof size === 'number' ? size : 0;
  return { id: asText(id), name: asText(name), type: asText(type), size: bytes, url: urlOf(asText(id)) };
}

function asRole(role: unknown): HistoryMessage['role'] {
  return role === 'user' ? role : 'assistant';
}

export function asState(value: unknown): ConversationState {
  const { message_count: count, ai_enabled: isEnabled, status } = asRecord(value);
  return {
    message_count: typeof count === 'number' ? count : 0,
    ai_enabled: isEnabled !== false,
    status: status === 'ended' ? status : 'active',
  };
}
