import * as Radix from '@radix-ui/react-popover';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, Radio } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../../../../components/button.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { hideFor, isHidden } from '../../../../lib/hidden-items.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../../routing/search-change.ts';
import { type EditorTab, editorSearch } from '../../search-params.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import type { Channel } from './channels.ts';
import type { Step } from './open-steps.ts';
import { useChannels } from './use-channels.ts';
import { useSetupSteps } from './use-setup-steps.ts';

const HIDDEN = 'parley.checklists-put-away';

/**
 * Opens what is left to set up and the channels of the assistant. Saving applies changes at once, so an assistant is
 * published by connecting it to a channel.
 */
export function PublishButton({ assistant }: { assistant: Assistant }) {
  const channels = useChannels(assistant);
  const steps = useSetupSteps(assistant.id);
  const isDirty = useFormState({ control: useFormContext<AssistantValues>().control }).isDirty;
  const [isOpen, setOpen] = useState(false);
  const [hidden, setHidden] = useState(() => isHidden(HIDDEN, assistant.id));
  if (channels === undefined || steps === undefined) return null;
  const isLive = channels.some((channel) => channel.isLive);
  const left = hidden ? 0 : steps.filter(({ isDone }) => !isDone).length;
  const name = isLive ? t('Channels') : t('Publish');
  const close = (): void => setOpen(false);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <Button icon={<Radio />} variant={isLive || isDirty ? 'secondary' : 'primary'}>
          {left === 0 ? name : t('{name} · {left} left', { name, left })}
        </Button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          aria-label={name}
          className="z-50 grid max-h-[70vh] w-[min(22rem,calc(100vw-1.5rem))] gap-4 overflow-y-auto rounded-xl border border-line bg-raised p-4 shadow-raised"
        >
          {left > 0 && (
            <section className="grid gap-3">
              <h2 className="font-semibold">{t('Remaining steps')}</h2>
              <Items items={steps.map(stepItem)} assistantId={assistant.id} onOpen={close} />
              <div>
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() => {
                    hideFor(HIDDEN, assistant.id);
                    setHidden(true);
                  }}
                >
                  {t('Hide checklist')}
                </Button>
              </div>
            </section>
          )}
          <section className="grid gap-3">
            <div>
              <h2 className="font-semibold">{t('Channels')}</h2>
              <p className="text-ink-soft text-sm">
                {isLive
                  ? t('Customers reach the assistant here. Saved changes apply at once.')
                  : t('Connect a channel to go live.')}
              </p>
            </div>
            <Items items={channels.map(channelItem)} assistantId={assistant.id} onOpen={close} />
          </section>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface Item {
  title: string;
  text: string;
  to: Channel['to'];
  isDone: boolean;
  /** Text of the icon for screen readers. */
  state: string;
  /** Stays a link when done. */
  isKept: boolean;
}

function stepItem({ title, text, tab, isDone }: Step): Item {
  return { title, text, to: { tab }, isDone, state: isDone ? t('Done') : t('To do'), isKept: false };
}

function channelItem({ title, text, to, isLive }: Channel): Item {
  return {
    title,
    text,
    to,
    isDone: isLive,
    state: isLive ? t('Live', undefined, 'channel') : t('Not connected'),
    isKept: true,
  };
}

interface ItemsProps {
  items: readonly Item[];
  assistantId: number;
  onOpen: () => void;
}

function Items({ items, assistantId, onOpen }: ItemsProps) {
  return (
    <ul className="grid gap-3">
      {items.map((item) => {
        const { title, text, to, isDone, state, isKept } = item;
        const isLink = !isDone || isKept;
        const Icon = isDone ? CircleCheck : CircleDashed;
        return (
          <li key={title} className="flex gap-2.5">
            <Icon
              className={`mt-0.5 size-4.5 shrink-0 ${isDone ? 'text-good' : 'text-ink-soft'}`}
              role="img"
              aria-label={state}
            />
            <div className="min-w-0">
              {isLink ? (
                <ItemLink to={to} assistantId={assistantId} onOpen={onOpen}>
                  {title}
                </ItemLink>
              ) : (
                <span className="text-ink-soft">{title}</span>
              )}
              {isLink && <p className="wrap-anywhere text-ink-soft text-sm">{text}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface ItemLinkProps {
  to: Channel['to'];
  assistantId: number;
  onOpen: () => void;
  children: ReactNode;
}

const LINK = 'font-medium text-accent-strong underline';

function ItemLink({ to, assistantId, onOpen, children }: ItemLinkProps) {
  if ('path' in to) {
    return (
      <Link to={to.path} className={LINK} onClick={onOpen}>
        {children}
      </Link>
    );
  }
  const tab: EditorTab = to.tab;
  return (
    <Link
      to="/assistants/$assistantId"
      params={{ assistantId: String(assistantId) }}
      search={(before) => editorSearch({ ...before, tab })}
      {...CHOSEN}
      className={LINK}
      onClick={onOpen}
    >
      {children}
    </Link>
  );
}
