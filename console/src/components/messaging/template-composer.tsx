import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { TemplateView } from '#contract/messaging.ts';
import { Button } from '../button.tsx';
import { Callout } from '../feedback/callout.tsx';
import { Loaded, type QueryLike, Skeleton } from '../feedback/states.tsx';
import { NO_TEMPLATE, TemplateFields, type TemplateMessage, templateMessage } from './template-fields.tsx';

interface TemplateComposerProps {
  /** Approved ones. */
  templates: QueryLike<readonly TemplateView[]>;
  onSend: (message: TemplateMessage) => Promise<unknown>;
  isBusy: boolean;
  /** Beside the button to send; it stands there also where there is nothing to send. */
  aside?: ReactNode;
}

/** Sends a template, as soon as one is chosen and filled in. */
export function TemplateComposer({ templates, onSend, isBusy, aside }: TemplateComposerProps) {
  const [draft, setDraft] = useState(NO_TEMPLATE);
  const known = templates.data ?? [];
  const message = templateMessage(known, draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (message === null || isBusy) return;
    onSend(message).then(
      () => setDraft(NO_TEMPLATE),
      // Whoever sends tells why; what was filled in stays.
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Loaded query={templates} skeleton={<Skeleton lines={1} />}>
        {(offered) =>
          offered.length === 0 ? (
            <Callout kind="warn">
              This sender has no approved template. Templates are written and approved at its carrier, in the
              sandbox on its own page; then fetch them in the sender’s settings.
            </Callout>
          ) : (
            <TemplateFields templates={offered} draft={draft} onChange={setDraft} />
          )
        }
      </Loaded>
      <div className="flex flex-wrap justify-end gap-2">
        {aside}
        {known.length > 0 && (
          <Button
            type="submit"
            variant="primary"
            icon={<SendHorizontal />}
            isBusy={isBusy}
            isIdle={message === null}
          >
            Send template
          </Button>
        )}
      </div>
    </form>
  );
}
