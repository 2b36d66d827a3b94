import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { type OfferedNumber, purchaseNumber } from '../../../data/numbers.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { t } from '../../../lib/i18n/t.ts';
import { billWords, priceWords } from './price-words.ts';

interface OfferProps {
  number: OfferedNumber;
  /** Name of the carrier. */
  shop: string;
  onBought: () => void;
}

/** A number for sale, with a confirmation that states the costs. */
export function Offer({ number, shop, onBought }: OfferProps) {
  const { phone_number, region, sms_capable, monthly_price } = number;
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className="font-medium tabular-nums">{phone_number}</span>
        <span className="ml-2 text-ink-soft text-sm">
          {region}
          {sms_capable && ' · SMS'}
        </span>
        <span className="block text-ink-soft text-sm tabular-nums">{priceWords(monthly_price)}</span>
      </span>
      <Button
        size="small"
        onClick={() => setAsking(true)}
        aria-label={t('Buy {number}', { number: phone_number })}
      >
        {t('Buy')}
      </Button>
      {isAsking && (
        <BuyQuestion number={number} shop={shop} onClose={() => setAsking(false)} onBought={onBought} />
      )}
    </li>
  );
}

function BuyQuestion({ number, shop, onClose, onBought }: OfferProps & { onClose: () => void }) {
  const { phone_number, monthly_price } = number;
  const queries = useQueryClient();
  // Retries with the same key buy the number only once.
  const [keyOf] = useState(intentionKeys);
  const buy = useMutation({
    mutationFn: () => purchaseNumber(phone_number, keyOf(phone_number)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['numbers'] });
      showSuccess(t('{number} added to your account.', { number: phone_number }));
      onBought();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Buy {number}?', { number: phone_number })}
      text={billWords(shop, monthly_price)}
      action={t('Buy number')}
      isHarmless
      onConfirm={() => buy.mutate()}
      isBusy={buy.isPending}
      error={buy.error}
    />
  );
}
