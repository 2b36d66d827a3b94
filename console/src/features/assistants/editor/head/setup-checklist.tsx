import * as Radix from '@radix-ui/react-popover';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { hideFor, isHidden } from '../../../../lib/hidden-items.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../../routing/search-change.ts';
import { editorSearch } from '../../search-params.ts';
import type { Step } from './open-steps.ts';
import { useSetupSteps } from './use-setup-steps.ts';

const HIDDEN = 'parley.checklists-put-away';

/** The open setup steps behind a button, which disappears once they are done or hidden. */
export function SetupChecklist({ assistantId }: { assistantId: number }) {
  const steps = useSetupSteps(assistantId);
  const [isOpen, setOpen] = useState(false);
  const [hidden, setHidden] = useState(() => isHidden(HIDDEN, assistantId));
  const left = steps?.filter(({ isDone }) => !isDone).length ?? 0;
  if (steps === undefined || left === 0 || hidden) return null;
  const hide = (): void => {
    hideFor(HIDDEN, assistantId);
    setHidden(true);
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <Button icon={<ListChecks />}>
          {t('{count, plural, one {# step left} other {# steps left}}', { count: left })}
        </Button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          aria-label={t('Setup checklist')}
          className="z-50 max-h-[70vh] w-[min(22rem,calc(100vw-1.5rem))] overflow-y-auto rounded-xl border border-line bg-raised p-4 shadow-raised"
        >
          <ol className="grid gap-3">
            {steps.map((step) => (
              <li key={step.title}>
                <StepItem step={step} assistantId={assistantId} onOpen={() => setOpen(false)} />
              </li>
            ))}
          </ol>
          <Button size="small" variant="quiet" className="mt-3" onClick={hide}>
            {t('Hide checklist')}
          </Button>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface StepItemProps {
  step: Step;
  assistantId: number;
  onOpen: () => void;
}

function StepItem({ step: { title, text, tab, isDone }, assistantId, onOpen }: StepItemProps) {
  return (
    <div className="flex gap-2.5">
      {isDone ? (
        <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-good" role="img" aria-label={t('Done')} />
      ) : (
        <CircleDashed className="mt-0.5 size-4.5 shrink-0 text-ink-soft" role="img" aria-label={t('To do')} />
      )}
      <div className="min-w-0">
        {isDone ? (
          <span className="text-ink-soft">{title}</span>
        ) : (
          <>
            <Link
              to="/assistants/$assistantId"
              params={{ assistantId: String(assistantId) }}
              search={(before) => editorSearch({ ...before, tab })}
              {...CHOSEN}
              className="font-medium text-accent-strong underline"
              onClick={onOpen}
            >
              {title}
            </Link>
            <p className="wrap-anywhere text-ink-soft text-sm">{text}</p>
          </>
        )}
      </div>
    </div>
  );
}
