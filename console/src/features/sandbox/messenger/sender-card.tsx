import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { changeSandboxSender, type SandboxSender } from '../../../data/sandbox-messages.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { SANDBOX_DIALOGS } from '../sandbox-search.ts';
import { AddSender } from './new-sender.tsx';
import { SimulatedFailures } from './simulated-failures.tsx';
import { TemplateDialog } from './template-dialog.tsx';

interface SenderCardProps {
  senders: readonly SandboxSender[];
  sender: SandboxSender;
  onChoose: (id: number) => void;
}

/** Selects the sender to write to, and edits it. */
export function SenderCard({ senders, sender, onChoose }: SenderCardProps) {
  return (
    <div className="grid gap-6">
      <Card title={t('Business')} text={t('The sender that the customer writes to.')} actions={<AddSender />}>
        <div className="grid max-w-md gap-4">
          <Field label={t('Sender')}>
            {(control) => (
              <Select
                {...control}
                value={String(sender.id)}
                options={senders.map(({ id, display_name: name, phone_number: number }) => ({
                  value: String(id),
                  label: name === number ? number : `${name}, ${number}`,
                }))}
                onChange={(id) => id !== null && onChoose(Number(id))}
              />
            )}
          </Field>
          <SenderSettings sender={sender} />
        </div>
      </Card>
      <SimulatedFailures />
    </div>
  );
}

function SenderSettings({ sender }: { sender: SandboxSender }) {
  const queries = useQueryClient();
  const assistants = useQuery(allAssistantsQuery);
  const dialog = useDialogAddress(SANDBOX_DIALOGS);
  const change = useMutation({
    mutationFn: (body: { assistant_id?: number | null; status?: 'online' | 'offline' }) =>
      changeSandboxSender(sender.id, body),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['senders'] });
      showSuccess(t('Sender saved.'));
    },
    onError: showError,
  });
  return (
    <>
      <Field
        label={t('Assistant')}
        hint={t('Without an assistant, messages wait for a teammate in the inbox.')}
      >
        {(control) => (
          <Select
            {...control}
            value={sender.assistant_id === null ? null : String(sender.assistant_id)}
            emptyLabel={t('No assistant')}
            options={namedOptions(assistants.data)}
            onChange={(id) => change.mutate({ assistant_id: id === null ? null : Number(id) })}
          />
        )}
      </Field>
      <Switch
        label={t('Online')}
        hint={t('An offline sender receives messages but sends nothing.')}
        isOn={sender.status === 'online'}
        onChange={(isOnline) => change.mutate({ status: isOnline ? 'online' : 'offline' })}
      />
      <div>
        <Button size="small" onClick={() => dialog.show('new-template')}>
          {t('Add template')}
        </Button>
      </div>
      {dialog.isOpen('new-template') && <TemplateDialog sender={sender} onClose={dialog.close} />}
    </>
  );
}
