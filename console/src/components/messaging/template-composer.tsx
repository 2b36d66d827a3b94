import { SendHorizontal } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import type { TemplateView } from '#contract/messaging.ts';
import { Button } from '../button.tsx';
import { Callout } from '../feedback/callout.tsx';
import { Loaded, type QueryLike, Skeleton } from '../feedback/states.tsx';
import { TemplateFields, type TemplateMessage, templateMessage } from './template-fields.tsx';
import { useTemplateDraft } from './use-template-draft.ts';

interface TemplateComposerProps {
  /** In which what is filled in is kept. */
  conversation: string;
  /** Approved ones. */
  templates: QueryLike<readonly TemplateView[]>;
  onSend: (message: TemplateMessage) => Promise<unknown>;
  isBusy: boolean;
  /** The latest one may have been sent. */
  isUnanswered: boolean;
  /** Beside the button to send; it stands there also where there is nothing to send. */
  aside?: ReactNode;
}

/** Sends a template, as soon as one is chosen and filled in. */
export function TemplateComposer(props: TemplateComposerProps) {
  const { conversation, templates, onSend, isBusy, isUnanswered, aside } = props;
  const { draft, keep, forget } = useTemplateDraft(conversation);
  const known = templates.data ?? [];
  const message = templateMessage(known, draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (message === null || isBusy) return;
    // Whoever sends tells why it failed; what was filled in stays.
    onSend(message).then(forget, () => undefined);
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
            <TemplateFields templates={offered} draft={draft} onChange={keep} />
          )
        }
      </Loaded>
      <p role="status" className="text-sm text-warn empty:sr-only">
        {isUnanswered &&
          'No answer came to the template that you sent last: it may have been sent. Sent again as it was, it goes out only once.'}
      </p>
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
