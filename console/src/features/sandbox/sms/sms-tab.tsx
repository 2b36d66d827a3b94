import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import { Callout } from '../../../components/feedback/callout.tsx';
import { EmptyState, Loaded } from '../../../components/feedback/states.tsx';
import { Field } from '../../../components/form/field.tsx';
import { numberOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { EarlierMessages } from '../../../components/messaging/earlier-messages.tsx';
import { Composer } from '../../../components/talk/chat/composer.tsx';
import { numberListQuery, type PhoneNumber } from '../../../data/numbers.ts';
import { smsBetweenQuery, writeSmsToNumber } from '../../../data/sandbox-sms.ts';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { Customer } from '../customers/customers.ts';
import { phoneMessageOfSms } from '../screen/phone-message.ts';
import { PhoneMessages } from '../screen/phone-messages.tsx';
import { PhoneScreen } from '../screen/phone-screen.tsx';
import { useWriting } from '../screen/use-writing.ts';
import { AddSmsNumber } from './add-sms-number.tsx';

/** SMS between the customer and a number of the account. */
export function SmsTab({ customer }: { customer: Customer }) {
  const numbers = useQuery(numberListQuery);
  return (
    <Loaded query={numbers}>
      {(list) => {
        const capable = list.filter(({ sms_capable: isCapable }) => isCapable);
        return capable.length === 0 ? <NoNumbers /> : <SmsView numbers={capable} customer={customer} />;
      }}
    </Loaded>
  );
}

function NoNumbers() {
  return (
    <EmptyState
      icon={<MessageSquareText />}
      title={t('No SMS numbers yet')}
      text={t('Add a free sandbox number to exchange SMS with it.')}
      action={<AddSmsNumber />}
    />
  );
}

function SmsView({ numbers, customer }: { numbers: readonly PhoneNumber[]; customer: Customer }) {
  const { number: numberId } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const number = numbers.find(({ id }) => id === numberId) ?? numbers[0];
  if (number === undefined) return null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <SmsPhone key={`${number.id} ${customer.number}`} number={number} customer={customer} />
      <Card
        title={t('Business')}
        text={t(
          'The number that the customer writes to. SMS from assistants and the API arrive on the phone.',
        )}
        actions={<AddSmsNumber />}
      >
        <div className="max-w-md">
          <Field label={t('Phone number')}>
            {(control) => (
              <Select
                {...control}
                value={String(number.id)}
                options={numberOptions(numbers)}
                onChange={(id) =>
                  id !== null && void navigate({ search: (before) => ({ ...before, number: Number(id) }) })
                }
              />
            )}
          </Field>
        </div>
      </Card>
    </div>
  );
}

function SmsPhone({ number, customer }: { number: PhoneNumber; customer: Customer }) {
  const messages = useInfiniteQuery(smsBetweenQuery(number.id, customer.number));
  const writing = useWriting(
    (body, key) => writeSmsToNumber({ to: number.id, from: customer.number, body }, key),
    'sms',
  );
  return (
    <PhoneScreen
      label={t('SMS of {name}', { name: customer.name || customer.number })}
      title={number.phone_number}
      text={number.phone_number}
      footer={
        <>
          {writing.error ? (
            <div role="alert">
              <Callout kind="bad">{smsError(writing.error)}</Callout>
            </div>
          ) : null}
          <Composer
            value={writing.draft}
            onChange={writing.setDraft}
            maxLength={1_600}
            isBusy={writing.isBusy}
            onSend={writing.send}
          />
        </>
      }
    >
      <Loaded query={messages}>
        {(list) =>
          list.length === 0 ? (
            <p className="py-10 text-center text-ink-soft text-sm">{t('No SMS between these two yet.')}</p>
          ) : (
            <PhoneMessages
              messages={list.map(phoneMessageOfSms)}
              earlier={<EarlierMessages query={messages} />}
            />
          )
        }
      </Loaded>
    </PhoneScreen>
  );
}

function smsError(error: unknown): string {
  const isForeign = error instanceof ApiError && error.status === 404;
  return isForeign
    ? t('This number belongs to a real carrier and only receives SMS from real phones.')
    : describeError(error);
}
