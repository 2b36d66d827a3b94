import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronRight, History } from 'lucide-react';
import { useId } from 'react';
import { EVENT_TYPES, type EventType } from '#contract/webhook-events.ts';
import { buttonClasses } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { JsonBlock } from '../../../components/json-block.tsx';
import { TextWithCode } from '../../../components/text-with-code.tsx';
import { type EventField, type EventReference, eventReferenceQuery } from '../../../data/event-reference.ts';
import { classNames } from '../../../lib/class-names.ts';
import { translateDescription } from '../../../lib/i18n/api-descriptions.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { EVENT_WORDS } from '../event-words.ts';
import { webhooksSearch } from '../webhooks-search.ts';

/** All events: when each is sent, its fields and an example. */
export function EventTypesTab() {
  const { type: opened } = useSearch({ from: '/console/webhooks' });
  const navigate = useNavigate({ from: '/webhooks' });
  const toggle = (type: EventType): void => {
    const next = type === opened ? undefined : type;
    void navigate({ search: (before) => webhooksSearch({ ...before, type: next }), resetScroll: false });
  };
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft text-sm">
        <TextWithCode
          text={t(
            'Every body has `type`, `id`, `timestamp` and `data`. Webhooks to the URL of an assistant contain only the `data`.',
          )}
        />
      </p>
      <ul className="grid gap-2">
        {EVENT_TYPES.map((type) => (
          <EventItem key={type} type={type} isOpen={type === opened} onToggle={() => toggle(type)} />
        ))}
      </ul>
    </>
  );
}

interface EventItemProps {
  type: EventType;
  isOpen: boolean;
  onToggle: () => void;
}

function EventItem({ type, isOpen, onToggle }: EventItemProps) {
  const id = useId();
  return (
    <li className="rounded-xl border border-line bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className="flex w-full items-start gap-3 rounded-xl px-4 py-3 text-left hover:bg-sunken"
        >
          <ChevronRight
            className={classNames('mt-0.5 size-4 shrink-0 text-ink-soft', isOpen && 'rotate-90')}
            aria-hidden
          />
          <span className="min-w-0 sm:grid sm:flex-1 sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-4">
            <span className="block font-medium font-mono text-sm">{type}</span>
            <span className="block text-ink-soft text-sm">{EVENT_WORDS[type].summary}</span>
          </span>
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="border-line border-t p-4">
          <EventDetails type={type} />
        </div>
      )}
    </li>
  );
}

function EventDetails({ type }: { type: EventType }) {
  const references = useQuery(eventReferenceQuery);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-sm">
          <TextWithCode text={EVENT_WORDS[type].details} />
        </p>
        <Link to="/webhooks" search={{ event: type }} className={buttonClasses({ size: 'small' })}>
          <History aria-hidden />
          {t('View deliveries')}
        </Link>
      </div>
      <Loaded query={references}>
        {(all) => <EventContents reference={all.get(type) ?? { fields: [], example: null }} />}
      </Loaded>
    </>
  );
}

function EventContents({ reference: { fields, example } }: { reference: EventReference }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <section aria-label={t('Fields')} className="min-w-0">
        <h3 className="mb-2 font-medium text-sm">{rich('Fields of {name}', { name: <code>data</code> })}</h3>
        <ul className="divide-y divide-line">
          {fields.map((field) => (
            <FieldItem key={field.name} field={field} />
          ))}
        </ul>
      </section>
      <section aria-label={t('Example')} className="min-w-0">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-medium text-sm">{t('Example')}</h3>
          <CopyButton text={JSON.stringify(example, null, 2)} label={t('Copy example')} size="small" />
        </div>
        <JsonBlock label={t('Example body')} value={example} />
      </section>
    </div>
  );
}

function FieldItem({ field: { name, type, description } }: { field: EventField }) {
  return (
    <li className="py-2 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-medium wrap-anywhere">{name}</code>
        <span className="text-ink-soft text-xs">{type}</span>
      </p>
      {description !== '' && (
        <p className="mt-0.5 text-ink-soft">
          <TextWithCode text={translateDescription(description)} />
        </p>
      )}
    </li>
  );
}
