import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { TemplateView } from '#contract/messaging.ts';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Loaded, type QueryLike, Skeleton } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import type { TemplateDraft } from '../../../components/messaging/template-draft.ts';
import { TemplateFields } from '../../../components/messaging/template-fields.tsx';
import type { Sender } from '../../../data/senders.ts';
import { rich, t } from '../../../lib/i18n/t.ts';

interface SenderTemplatesProps {
  sender: Sender;
  /** Approved templates. */
  templates: QueryLike<readonly TemplateView[]>;
  draft: TemplateDraft;
  onChange: (draft: TemplateDraft) => void;
  isChecked: boolean;
}

/** Approved templates of the sender, or how to get one. */
export function SenderTemplates({ sender, templates, draft, onChange, isChecked }: SenderTemplatesProps) {
  return (
    <Loaded query={templates} skeleton={<Skeleton lines={1} />}>
      {(offered) =>
        offered.length === 0 ? (
          <Callout kind="warn">
            {rich(
              '{sender} has no approved template, and you need one to message a customer first. See <link>its templates</link>.',
              {
                sender: sender.display_name,
                link: (content) => (
                  <Link
                    to="/messaging/senders/$senderId"
                    params={{ senderId: String(sender.id) }}
                    search={{ tab: 'templates' }}
                    className="underline"
                  >
                    {content}
                  </Link>
                ),
              },
            )}
          </Callout>
        ) : (
          <TemplateFields templates={offered} draft={draft} onChange={onChange} isChecked={isChecked} />
        )
      }
    </Loaded>
  );
}

/** Shown to accounts without a sender. */
export function NoSenders({ onNewSender }: { onNewSender: () => void }) {
  return (
    <>
      <Callout kind="warn">
        {t('You have no sender yet. Connect one first; sandbox senders are free.')}
      </Callout>
      <IfAllowed area="Messaging">
        <div>
          <Button icon={<Plus />} onClick={onNewSender}>
            {t('New sender')}
          </Button>
        </div>
      </IfAllowed>
    </>
  );
}
