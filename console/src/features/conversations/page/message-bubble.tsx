import { Bot, Paperclip, TriangleAlert, UserRound, Wrench } from 'lucide-react';
import { memo } from 'react';
import { JsonBlock } from '../../../components/json-block.tsx';
import { DeliveryTicks } from '../../../components/messaging/delivery-ticks.tsx';
import { unansweredReason } from '../../../components/messaging/unanswered-reason.ts';
import { attachmentPath } from '../../../data/channel-messages.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatBytes, formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { AUTHOR_WORDS } from '../conversation-words.ts';
import type { ShownMessage } from './shown-messages.ts';

const LOOKS = {
  customer: 'bg-surface border-line',
  ai: 'bg-accent-soft border-accent/20',
  human: 'bg-info-soft border-info/60 border-s-4',
} as const;

interface MessageBubbleProps {
  message: ShownMessage;
  /** Ref of the message that the URL names. */
  mark: ((element: HTMLElement | null) => void) | undefined;
}

/** One message: customer on the left, AI and teammates on the right. */
export const MessageBubble = memo(function MessageBubble({ message, mark }: MessageBubbleProps) {
  const isCustomer = message.author === 'customer';
  return (
    <li
      ref={mark}
      tabIndex={mark && -1}
      aria-current={mark !== undefined || undefined}
      className={classNames('flex rounded-xl', isCustomer ? 'justify-start' : 'justify-end')}
    >
      <div className="grid max-w-[min(36rem,88%)] grid-cols-[minmax(0,1fr)] gap-1">
        {message.functionCalls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the tool calls of a message never change.
          <FunctionCall key={index} call={call} />
        ))}
        <div
          className={classNames(
            'rounded-xl border px-3.5 py-2',
            LOOKS[message.author],
            mark !== undefined && 'outline-2 outline-accent',
          )}
        >
          <p className="mb-0.5 flex items-baseline justify-between gap-4 text-ink-soft text-xs">
            <span className="inline-flex items-center gap-1 font-medium">
              {message.author === 'human' && <UserRound className="size-3.5" aria-hidden />}
              {message.author === 'ai' && <Bot className="size-3.5" aria-hidden />}
              {message.authorName ?? AUTHOR_WORDS[message.author]}
            </span>
            <span>
              {message.isEdited && <>{t('Edited')} · </>}
              <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
            </span>
          </p>
          {message.references.map((reference) => (
            <p
              key={reference}
              dir="auto"
              className="wrap-anywhere mb-1 line-clamp-3 border-line border-s-2 ps-2 text-ink-soft text-sm"
            >
              {reference}
            </p>
          ))}
          <p
            dir="auto"
            className={classNames(
              'wrap-anywhere whitespace-pre-wrap',
              message.isDeleted ? 'text-ink-soft italic' : '',
            )}
          >
            {message.content}
          </p>
          {message.attachments.map((attachment) => (
            <Attachment key={attachment.id} attachment={attachment} />
          ))}
        </div>
        {message.reaction !== null && (
          <p className="text-ink-soft text-xs">
            {t('Customer’s reaction: {reaction}', { reaction: message.reaction })}
          </p>
        )}
        {message.delivery !== null && (
          <div className="justify-self-end">
            <DeliveryTicks delivery={message.delivery} />
          </div>
        )}
        {message.unansweredReason !== null && (
          <p className="flex items-start gap-1 text-warn text-xs">
            <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
            {unansweredReason(message.unansweredReason)}
          </p>
        )}
      </div>
    </li>
  );
});

function FunctionCall({ call }: { call: ShownMessage['functionCalls'][number] }) {
  return (
    <details className="rounded-lg border border-line bg-surface text-sm">
      <summary className="flex cursor-pointer items-center gap-2 rounded-lg px-3 py-1.5">
        <Wrench className="size-3.5 shrink-0 text-ink-soft" aria-hidden />
        <span className="break-all font-mono text-xs">{call.name}</span>
      </summary>
      <div className="grid gap-3 border-line border-t p-3">
        <JsonBlock label={t('Arguments')} value={call.arguments} />
        <JsonBlock label={t('Result')} value={call.result} />
      </div>
    </details>
  );
}

/** Types that the server lets browsers show. */
const PICTURE = /^image\/(?:png|jpeg|webp|gif)\b/;

function Attachment({ attachment }: { attachment: ShownMessage['attachments'][number] }) {
  const { id, file_name, content_type, status, byte_count, error, text, text_error } = attachment;
  const name = file_name ?? content_type;
  const isPicture = status === 'stored' && PICTURE.test(content_type);
  return (
    <>
      {isPicture && (
        <a href={attachmentPath(id)} target="_blank" rel="noreferrer" className="mt-1.5 block w-fit">
          <img
            src={attachmentPath(id)}
            alt={name}
            loading="lazy"
            className="max-h-48 min-h-12 max-w-full rounded-lg border border-line bg-sunken object-contain"
          />
        </a>
      )}
      <p className="mt-1.5 flex items-start gap-1.5 text-sm">
        <Paperclip className="mt-1 size-4 shrink-0" aria-hidden />
        {status === 'stored' ? (
          <a
            href={attachmentPath(id)}
            download={file_name ?? `attachment-${id}`}
            className="inline-block break-all py-0.5 underline"
          >
            {name}
            {byte_count !== null && ` (${formatBytes(byte_count)})`}
          </a>
        ) : (
          <span className="break-all">
            {status === 'waiting'
              ? t('{name}: downloading…', { name })
              : error === null
                ? t('{name}: could not be downloaded', { name })
                : t('{label}: {text}', { label: name, text: translateServerText(error) })}
          </span>
        )}
      </p>
      {text !== null && (
        <details className="text-sm" open={content_type.startsWith('audio/')}>
          <summary className="cursor-pointer py-1 text-ink-soft text-xs">
            {content_type.startsWith('audio/') ? t('Transcript') : t('Text')}
          </summary>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </details>
      )}
      {text_error !== null && (
        <p className="text-ink-soft text-xs">
          {t('Not read: {reason}', { reason: translateServerText(text_error) })}
        </p>
      )}
    </>
  );
}
