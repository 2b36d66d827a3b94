import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LayoutTemplate, RefreshCw } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { LoadedList } from '../../../components/feedback/states.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { TemplateMessageView } from '../../../components/messaging/template-view.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { MarkedItem } from '../../../components/table/marked-item.tsx';
import { useArrival } from '../../../components/table/use-arrival.ts';
import { useRowAddress } from '../../../components/table/use-row-address.ts';
import { type SenderDetail, syncTemplates, type Template, templateListQuery } from '../../../data/senders.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { TEMPLATE_TONES } from '../sender-words.ts';

/** Templates of a sender: only approved ones may be sent outside the 24-hour window after a customer's message. */
export function TemplatesTab({ sender }: { sender: SenderDetail }) {
  const templates = useQuery(templateListQuery(String(sender.id)));
  const marked = useRowAddress(templates);
  const arrive = useArrival(marked);
  return (
    <div className="grid grid-cols-1 gap-4">
      {sender.provider === 'sandbox' ? <SandboxTemplates /> : <CarrierTemplates sender={sender} />}
      {sender.templates_error !== null && (
        <Callout kind="bad">{translateServerText(sender.templates_error)}</Callout>
      )}
      <LoadedList
        query={templates}
        empty={{
          icon: <LayoutTemplate />,
          title: t('No templates yet'),
          text: t('Create templates at your carrier. Approved templates can be sent at any time.'),
        }}
      >
        {(rows) => (
          <ul aria-label={t('Templates')} className="grid grid-cols-1 gap-3 lg:grid-cols-2">
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

/** Sandbox templates are created in the console. */
function SandboxTemplates() {
  return (
    <p className="text-ink-soft text-sm">
      {rich('Create templates for this sender in the <link>sandbox</link>.', {
        link: (content) => (
          <Link to="/sandbox" className="text-accent-strong underline">
            {content}
          </Link>
        ),
      })}
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
      showSuccess(t('Templates synced.'));
    },
    onError: showError,
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <IfAllowed area="Messaging">
        <Button icon={<RefreshCw />} isBusy={sync.isPending} onClick={() => sync.mutate()}>
          {t('Sync templates')}
        </Button>
      </IfAllowed>
      <p className="text-ink-soft text-sm">
        {sender.templates_synced_at === null
          ? t('Not synced yet')
          : rich('Synced {time}', { time: <RelativeTime iso={sender.templates_synced_at} /> })}{' '}
        · {t('syncs every four hours')}
      </p>
    </div>
  );
}

interface TemplateCardProps {
  template: Template;
  /** Highlights the template in the URL. */
  mark: ((element: HTMLElement | null) => void) | undefined;
}

function TemplateCard({ template, mark }: TemplateCardProps) {
  const { name, language, category, status, unsendable } = template;
  return (
    <MarkedItem mark={mark}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 wrap-anywhere font-medium">{name}</h2>
        <Badge tone={TEMPLATE_TONES[status]}>{status}</Badge>
      </div>
      <p className="text-ink-soft text-sm">
        {language} · {category}
      </p>
      <div className="mt-2">
        <TemplateMessageView template={template} values={{}} />
      </div>
      {unsendable !== null && (
        <div className="mt-3">
          <Callout kind="warn">{unsendable}</Callout>
        </div>
      )}
    </MarkedItem>
  );
}
