import { SendHorizontal } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import type { TemplateView } from '#contract/messaging.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { Callout } from '../feedback/callout.tsx';
import { Loaded, type QueryLike, Skeleton } from '../feedback/states.tsx';
import { TemplateFields, type TemplateMessage, templateMessage } from './template-fields.tsx';
import { useTemplateDraft } from './use-template-draft.ts';

interface TemplateComposerProps {
  /** Id of the conversation, as the key of the draft. */
  conversation: string;
  /** Approved templates. */
  templates: QueryLike<readonly TemplateView[]>;
  onSend: (message: TemplateMessage) => Promise<unknown>;
  isBusy: boolean;
  /** True if the last template got no response, so that it may have been sent. */
  isUnanswered: boolean;
  /** Shown next to the send button, even when there is nothing to send. */
  aside?: ReactNode;
}

/** Sends a template once it is chosen and filled in. */
export function TemplateComposer(props: TemplateComposerProps) {
  const { conversation, templates, onSend, isBusy, isUnanswered, aside } = props;
  const { draft, keep, forget } = useTemplateDraft(conversation);
  const known = templates.data ?? [];
  const message = templateMessage(known, draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (message === null || isBusy) return;
    // The caller reports the error; keep the values.
    onSend(message).then(forget, () => undefined);
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Loaded query={templates} skeleton={<Skeleton lines={1} />}>
        {(offered) =>
          offered.length === 0 ? (
            <Callout kind="warn">
              {t(
                'This sender has no approved template. Create one at the carrier or in the sandbox, then sync templates in the sender’s settings.',
              )}
            </Callout>
          ) : (
            <TemplateFields templates={offered} draft={draft} onChange={keep} />
          )
        }
      </Loaded>
      <p role="status" className="text-sm text-warn empty:sr-only">
        {isUnanswered &&
          t(
            'The last template may have been sent. If you send it again, the customer still gets it only once.',
          )}
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
            {t('Send template')}
          </Button>
        )}
      </div>
    </form>
  );
}
