import type { SessionStatus, TemplateView } from '#contract/messaging.ts';
import { useDraft } from '../../lib/drafts.ts';
import { t } from '../../lib/i18n/t.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { CHOSEN, type SearchChange, TYPED } from '../../routing/search-change.ts';
import { Button } from '../button.tsx';
import type { QueryLike } from '../feedback/states.tsx';
import type { CannedText } from './canned-list.tsx';
import { TemplateComposer } from './template-composer.tsx';
import type { TemplateMessage } from './template-fields.tsx';
import { TextComposer } from './text-composer.tsx';
import type { Unanswered } from './unanswered.ts';
import { windowAt } from './window-state.ts';

interface ChannelComposerProps {
  /** Id of the conversation, as the key of its drafts. */
  conversation: string;
  session: SessionStatus;
  /** True if the user chose to send a template instead of free text; stored in the URL. */
  wantsTemplate: boolean;
  onWantsTemplate: (wantsTemplate: boolean, change: SearchChange) => void;
  /** Approved templates of the sender. */
  templates: QueryLike<readonly TemplateView[]>;
  onSendText: (text: string) => Promise<unknown>;
  onSendTemplate: (message: TemplateMessage) => Promise<unknown>;
  canned?: readonly CannedText[];
  isBusy: boolean;
  /** A text message without a response: it may have been sent. */
  unanswered: Unanswered | null;
  /** The same for a template. */
  unansweredTemplate: Unanswered | null;
}

const MOST_CHARACTERS = 4096;

/** Sends messages on a messaging channel: free text while the 24-hour window is open, templates at any time. */
export function ChannelComposer(props: ChannelComposerProps) {
  const { conversation, session, templates, onSendText, onSendTemplate, isBusy } = props;
  const { wantsTemplate, onWantsTemplate } = props;
  const draft = useDraft(conversation);
  const state = windowAt(session, useNow(1_000));
  const hasToBeTemplate = state.kind === 'closed';
  return (
    <div className="grid gap-3">
      <p role="status" className="text-ink-soft text-sm empty:sr-only">
        {state.kind !== 'open' && state.words}
      </p>
      {state.kind === 'open' && !wantsTemplate && (
        <TextComposer
          conversation={conversation}
          canned={props.canned ?? []}
          onSend={onSendText}
          isBusy={isBusy}
          mostCharacters={MOST_CHARACTERS}
          unanswered={props.unanswered}
          aside={<Button onClick={() => onWantsTemplate(true, CHOSEN)}>{t('Use a template')}</Button>}
        />
      )}
      {state.kind !== 'open' && draft !== '' && (
        <figure className="rounded-lg bg-sunken px-3 py-2">
          <figcaption className="text-ink-soft text-xs">{t('Draft, saved until you can send it')}</figcaption>
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
            {draft}
          </p>
        </figure>
      )}
      {(hasToBeTemplate || (state.kind === 'open' && wantsTemplate)) && (
        <TemplateComposer
          conversation={conversation}
          templates={templates}
          onSend={async (message) => {
            await onSendTemplate(message);
            onWantsTemplate(false, TYPED);
          }}
          isBusy={isBusy}
          isUnanswered={props.unansweredTemplate?.hasFailed === false}
          aside={
            !hasToBeTemplate && (
              <Button onClick={() => onWantsTemplate(false, CHOSEN)}>{t('Write a message')}</Button>
            )
          }
        />
      )}
    </div>
  );
}
