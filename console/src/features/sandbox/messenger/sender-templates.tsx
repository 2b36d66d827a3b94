import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { DeedDialog } from '../../../components/overlay/deed-dialog.tsx';
import {
  decideSandboxTemplate,
  removeSandboxTemplate,
  type SandboxSender,
} from '../../../data/sandbox-messages.ts';
import { type Template, templateListQuery } from '../../../data/senders.ts';
import { CarrierSays } from './carrier-says.tsx';

/** The sender's templates: one plays the carrier, which decides of them later, too. */
export function SenderTemplates({ sender }: { sender: SandboxSender }) {
  const queries = useQueryClient();
  const templates = useQuery(templateListQuery(String(sender.id)));
  const [removed, setRemoved] = useState<Template | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ['templates'] });
  const decide = useMutation({
    mutationFn: ({ id, status }: Pick<Template, 'id' | 'status'>) =>
      decideSandboxTemplate(sender.id, id, { status }),
    onSuccess: async ({ name, status }) => {
      await refresh();
      tellDone(`Template ${name} is ${status}.`);
    },
    onError: tellError,
  });
  if (templates.data === undefined || templates.data.length === 0) return null;
  return (
    <>
      <ul aria-label="Templates" className="grid grid-cols-1 gap-3">
        {templates.data.map((template) => (
          <li key={template.id} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <Field label={<Title template={template} />}>
                {(control) => (
                  <CarrierSays
                    control={control}
                    state={template.status}
                    onChange={(status) => decide.mutate({ id: template.id, status })}
                  />
                )}
              </Field>
            </div>
            <Button aria-label={`Remove ${template.name}`} onClick={() => setRemoved(template)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <DeedDialog
        subject={removed}
        ask={({ name }) => ({
          title: `Remove “${name}”?`,
          text: 'It can no longer be sent. What was sent with it stays.',
          action: 'Remove',
        })}
        deed={({ id }) => removeSandboxTemplate(sender.id, id)}
        onDone={async ({ name }) => {
          await refresh();
          tellDone(`Template ${name} is gone.`);
        }}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

/** A name may be as long as a carrier takes it. */
function Title({ template: { name, language } }: { template: Template }) {
  return (
    <span className="wrap-anywhere">
      The carrier says of {name} ({language})
    </span>
  );
}
