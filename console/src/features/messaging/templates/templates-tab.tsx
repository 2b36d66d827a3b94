import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LayoutTemplate, RefreshCw } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { MarkedItem } from '../../../components/table/marked-item.tsx';
import { useArrival } from '../../../components/table/use-arrival.ts';
import { useRowAddress } from '../../../components/table/use-row-address.ts';
import { type SenderDetail, syncTemplates, type Template, templateListQuery } from '../../../data/senders.ts';
import { TEMPLATE_TONES } from '../senders/sender-words.ts';

/** Texts that the carrier has approved: outside the 24 hours after a customer's message nothing else may be sent. */
export function TemplatesTab({ sender }: { sender: SenderDetail }) {
  const templates = useQuery(templateListQuery(String(sender.id)));
  const marked = useRowAddress(templates);
  const arrive = useArrival(marked);
  return (
    <div className="grid grid-cols-1 gap-4">
      {sender.provider === 'sandbox' ? <SandboxTemplates /> : <CarrierTemplates sender={sender} />}
      {sender.templates_error !== null && <Callout kind="bad">{sender.templates_error}</Callout>}
      <LoadedList
        query={templates}
        empty={{
          icon: <LayoutTemplate />,
          title: 'No template',
          text: 'Write templates at the carrier; those it approves can be sent to customers at any time. In the sandbox they are made on its page.',
        }}
      >
        {(rows) => (
          <ul aria-label="Templates" className="grid grid-cols-1 gap-3 lg:grid-cols-2">
            {rows.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                mark={template.id === marked ? arrive : undefined}
              />
            ))}
          </ul>
        )}
      </LoadedList>
    </div>
  );
}

/** There is no carrier to ask. */
function SandboxTemplates() {
  return (
    <p className="text-ink-soft text-sm">
      Templates of the sandbox are made on{' '}
      <Link to="/sandbox" className="text-accent-strong underline">
        its page
      </Link>
      , and stand here at once.
    </p>
  );
}

function CarrierTemplates({ sender }: { sender: SenderDetail }) {
  const queries = useQueryClient();
  const sync = useMutation({
    mutationFn: () => syncTemplates(sender.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      await queries.invalidateQueries({ queryKey: ['senders'] });
      tellDone('Templates are up to date.');
    },
    onError: tellError,
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon={<RefreshCw />} isBusy={sync.isPending} onClick={() => sync.mutate()}>
        Ask the carrier
      </Button>
      <p className="text-ink-soft text-sm">
        {sender.templates_synced_at === null ? (
          'Not asked yet'
        ) : (
          <>
            Asked <RelativeTime iso={sender.templates_synced_at} />
          </>
        )}
        , and every four hours by itself.
      </p>
    </div>
  );
}

interface TemplateCardProps {
  template: Template;
  /** Of the one that the address points at. */
  mark: ((element: HTMLElement | null) => void) | undefined;
}

function TemplateCard({ template, mark }: TemplateCardProps) {
  const { name, language, category, status, body_text } = template;
  return (
    <MarkedItem mark={mark}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 wrap-anywhere font-medium">{name}</h2>
        <Badge tone={TEMPLATE_TONES[status]}>{status}</Badge>
      </div>
      <p className="text-ink-soft text-sm">
        {language} · {category}
      </p>
      <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-wrap">
        {body_text}
      </p>
    </MarkedItem>
  );
}
