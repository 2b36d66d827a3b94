import { useQuery } from '@tanstack/react-query';
import { Phone, Plus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { numberTypeLabel } from '../../../components/numbers/number-type-labels.ts';
import { useSandboxNumber } from '../../../components/numbers/use-sandbox-number.ts';
import { allAssistantsQuery } from '../../../data/assistants.ts';
import { numberListQuery } from '../../../data/numbers.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { whoAnswers } from './who-answers.ts';

/** The account's numbers, each with a call button. */
export function NumbersCard({ onDial, isTalking }: { onDial: (number: string) => void; isTalking: boolean }) {
  const numbers = useQuery(numberListQuery);
  const assistants = useQuery(allAssistantsQuery);
  return (
    <Card
      title={t('Numbers to call')}
      text={t('A number is answered if an active inbound assistant uses it.')}
      actions={<NewNumber />}
    >
      <Loaded query={numbers}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-ink-soft text-sm">{t('No phone numbers yet. Add a free sandbox number.')}</p>
          ) : (
            <ul className="grid max-h-72 grid-cols-1 gap-1 overflow-y-auto">
              {list.map(({ id, phone_number: number, type_label: type }) => (
                <li key={id} className="flex items-center justify-between gap-3">
                  <span className="min-w-0 truncate tabular-nums">
                    {number} <span className="text-ink-soft text-sm">{numberTypeLabel(type)}</span>
                    {assistants.data && (
                      <span className="block truncate text-ink-soft text-sm">
                        {answererText(whoAnswers(number, list, assistants.data))}
                      </span>
                    )}
                  </span>
                  <Button size="small" icon={<Phone />} isIdle={isTalking} onClick={() => onDial(number)}>
                    {rich('Call<hidden> {number}</hidden>', {
                      hidden: (content) => <span className="sr-only">{content}</span>,
                      number,
                    })}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function answererText(assistant: { name: string } | null): string {
  return assistant === null
    ? t('Not answered: no active inbound assistant')
    : t('Answered by {name}', { name: assistant.name });
}

function NewNumber() {
  const add = useSandboxNumber();
  return (
    <Button size="small" icon={<Plus />} isBusy={add.isPending} onClick={() => add.mutate()}>
      {t('Add sandbox number')}
    </Button>
  );
}
