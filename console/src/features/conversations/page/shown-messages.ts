import type { ChannelMessage } from '../../../data/channel-messages.ts';
import type { Conversation } from '../../../data/conversations.ts';
import { t } from '../../../lib/i18n/t.ts';

type TranscriptItem = Pick<
  Conversation['transcript'][number],
  'author' | 'author_name' | 'content' | 'attachments' | 'function_calls' | 'created_at'
>;

/** A message of any channel, as shown in a conversation. */
export interface ShownMessage {
  key: string;
  author: TranscriptItem['author'];
  /** The teammate who wrote it; null for others. */
  authorName: string | null;
  content: string;
  createdAt: string;
  functionCalls: TranscriptItem['function_calls'];
  /** Null for messages from the customer or without a carrier. */
  delivery: ChannelMessage['delivery'];
  attachments: ChannelMessage['attachments'];
  unansweredReason: string | null;
  isEdited: boolean;
  isDeleted: boolean;
  /** The customer's emoji. */
  reaction: string | null;
  /** References of the message, one line each. */
  references: string[];
}

export function ofTranscript(transcript: readonly TranscriptItem[]): ShownMessage[] {
  return transcript.map((item, index) => ({
    key: String(index),
    author: item.author,
    authorName: item.author_name,
    content: item.attachments.length === 0 ? item.content : withoutPlaceholders(item.content),
    createdAt: item.created_at,
    functionCalls: item.function_calls,
    delivery: null,
    attachments: item.attachments,
    unansweredReason: null,
    isEdited: false,
    isDeleted: false,
    reaction: null,
    references: [],
  }));
}

/** The text without the placeholder lines of its files, which are shown below it. */
function withoutPlaceholders(content: string): string {
  return content.replaceAll(/^\[attachment: .*\]$/gm, '').trim();
}

/** Deliveries and attachments come from the channel, tool calls from the transcript. */
export function ofChannel(
  messages: readonly ChannelMessage[],
  transcript: readonly TranscriptItem[],
): ShownMessage[] {
  const calls = new Map(
    transcript.map((item) => [`${item.created_at} ${item.author}`, item.function_calls] as const),
  );
  return messages.map((message) => ({
    key: String(message.id),
    author: message.author,
    authorName: message.author_name,
    content: message.content,
    createdAt: message.created_at,
    functionCalls: calls.get(`${message.created_at} ${message.author}`) ?? [],
    delivery: message.delivery,
    attachments: message.attachments,
    unansweredReason: message.deleted_at === null ? message.unanswered_reason : null,
    isEdited: message.edited_at !== null,
    isDeleted: message.deleted_at !== null,
    reaction: message.reaction,
    references: referencesOf(message.about),
  }));
}

function referencesOf(about: ChannelMessage['about']): string[] {
  if (about === null) return [];
  const { quoted, choice, referral, product } = about;
  const advertisement = [referral?.headline, referral?.body, referral?.url].filter((part) => part != null);
  return [
    advertisement.length === 0
      ? ''
      : t('From the advertisement: {text}', { text: advertisement.join(' · ') }),
    product === null ? '' : t('About the product {id}', { id: product.id }),
    quoted === null ? '' : t('In reply to: {content}', { content: quoted.content }),
    choice?.payload == null ? '' : t('Chosen option: {payload}', { payload: choice.payload }),
  ].filter((line) => line !== '');
}

/** True for the message of the URL, whose time is exact to milliseconds. */
export function isSaidAt({ createdAt }: Pick<ShownMessage, 'createdAt'>, at: string): boolean {
  return Date.parse(createdAt) === Date.parse(at);
}
