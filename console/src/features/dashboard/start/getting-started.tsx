import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, X } from 'lucide-react';
import { buttonClasses, IconButton } from '../../../components/button.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { campaignListQuery } from '../../../data/campaigns.ts';
import { hasTalkedQuery, hasWidgetChatQuery } from '../../../data/first-steps.ts';
import { knowledgebaseListQuery } from '../../../data/knowledge.ts';
import { numberListQuery } from '../../../data/numbers.ts';
import { sessionQuery } from '../../../data/session.ts';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/t.ts';
import { FIRST_STEPS, type FirstStep } from './first-steps.ts';
import { useDismissed } from './use-dismissed.ts';

/** Setup checklist of a new account; hidden once completed or dismissed. */
export function GettingStarted() {
  const session = useQuery(sessionQuery);
  return session.data === undefined ? null : <FirstSteps accountId={session.data.user.id} />;
}

function FirstSteps({ accountId }: { accountId: number }) {
  const [isDismissed, dismiss] = useDismissed(accountId);
  return isDismissed ? null : <Steps onDismiss={dismiss} />;
}

function Steps({ onDismiss }: { onDismiss: () => void }) {
  const done = useDoneSteps();
  const isKnown = FIRST_STEPS.every(({ name }) => done[name] !== undefined);
  const left = FIRST_STEPS.filter(({ name }) => done[name] !== true);
  if (!isKnown || left.length === 0) return null;
  return (
    <Card
      title={t('Getting started')}
      text={t('{count} of {total} done', {
        count: FIRST_STEPS.length - left.length,
        total: FIRST_STEPS.length,
      })}
      actions={
        <IconButton label={t('Dismiss')} onClick={onDismiss}>
          <X />
        </IconButton>
      }
    >
      <ol className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {FIRST_STEPS.map((step) => (
          <Step
            key={step.name}
            step={step}
            isDone={done[step.name] === true}
            isNext={step.name === left[0]?.name}
          />
        ))}
      </ol>
    </Card>
  );
}

interface StepProps {
  step: FirstStep;
  isDone: boolean;
  isNext: boolean;
}

function Step({ step, isDone, isNext }: StepProps) {
  return (
    <li
      className={classNames(
        'flex gap-3 rounded-lg border p-4',
        isNext ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      {isDone ? (
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" role="img" aria-label={t('Done')} />
      ) : (
        <CircleDashed className="mt-0.5 size-5 shrink-0 text-ink-soft" role="img" aria-label={t('To do')} />
      )}
      <div className="min-w-0">
        <h3 className="font-medium">{step.title}</h3>
        <p className="mt-0.5 text-ink-soft text-sm">{step.text}</p>
        {!isDone && (
          <Link
            to={step.to}
            className={classNames(
              buttonClasses({ size: 'small', variant: isNext ? 'primary' : 'secondary' }),
              'mt-3',
            )}
          >
            {step.action}
          </Link>
        )}
      </div>
    </li>
  );
}

type Done = Readonly<Partial<Record<FirstStep['name'], boolean | undefined>>>;

/** Completed steps, not counting demo data; undefined while loading. */
function useDoneSteps(): Done {
  const assistants = useQuery(allAssistantsQuery);
  const knowledge = useQuery(knowledgebaseListQuery);
  const talked = useQuery(hasTalkedQuery);
  const widget = useQuery(hasWidgetChatQuery);
  const numbers = useQuery(numberListQuery);
  const campaigns = useQuery(campaignListQuery);
  const demo = useQuery(sessionQuery).data?.demo;
  if (demo === undefined) return {};
  return {
    assistant: hasOwn(assistants.data, demo.assistants),
    knowledge: hasOwn(knowledge.data, demo.knowledgebases),
    talk: talked.data,
    widget: widget.data,
    number: hasOwn(numbers.data, demo.numbers),
    campaign: hasOwn(campaigns.data, demo.campaigns),
  };
}

/** Demo data doesn't count. */
function hasOwn(list: readonly { id: number }[] | undefined, demo: readonly number[]): boolean | undefined {
  return list?.some(({ id }) => !demo.includes(id));
}
