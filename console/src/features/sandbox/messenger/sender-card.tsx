import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { changeSandboxSender, type SandboxSender } from '../../../data/sandbox-messages.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { SANDBOX_DIALOGS } from '../sandbox-search.ts';
import { AddSender } from './new-sender.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { WordsToProvoke } from './words-to-provoke.tsx';

interface SenderCardProps {
  senders: readonly SandboxSender[];
  sender: SandboxSender;
  onChoose: (id: number) => void;
}

/** To whom the customer writes, and who answers there. */
export function SenderCard({ senders, sender, onChoose }: SenderCardProps) {
  return (
    <div className="grid gap-6">
      <Card title="The business" text="To which of your senders the customer writes." actions={<AddSender />}>
        <div className="grid max-w-md gap-4">
          <Field label="Sender">
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
      <WordsToProvoke />
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
      tellDone('Sender saved.');
    },
    onError: tellError,
  });
  return (
    <>
      <Field label="Answered by" hint="Where nobody is chosen, messages wait for a person in the inbox.">
        {(control) => (
          <Select
            {...control}
            value={sender.assistant_id === null ? null : String(sender.assistant_id)}
            emptyLabel="No assistant"
            options={namedOptions(assistants.data)}
            onChange={(id) => change.mutate({ assistant_id: id === null ? null : Number(id) })}
          />
        )}
      </Field>
      <Switch
        label="Online"
        hint="An offline sender takes messages, but nothing is sent over it."
        isOn={sender.status === 'online'}
        onChange={(isOnline) => change.mutate({ status: isOnline ? 'online' : 'offline' })}
      />
      <div>
        <Button size="small" onClick={() => dialog.show('new-template')}>
          Give it a template
        </Button>
      </div>
      {dialog.isOpen('new-template') && <TemplateDialog sender={sender} onClose={dialog.close} />}
    </>
  );
}
