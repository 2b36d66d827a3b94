import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { createTrunkRequest } from '#contract/phone-numbers.ts';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { changeTrunk, createTrunk, type SipTrunk, type TrunkFields } from '../../../data/sip-trunks.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { t } from '../../../lib/i18n/t.ts';
import { InboundFields, LineFields, OutboundFields, ServerFields } from './trunk-fields.tsx';
import { requestOf, type TrunkFormState, type TrunkValues, valuesOf } from './trunk-values.ts';

const check = contractResolver<Record<string, unknown>, typeof createTrunkRequest>(createTrunkRequest);

/** Validates the request body instead of the typed values. */
const resolver: Resolver<TrunkValues, unknown, TrunkFields> = async (values, context, options) =>
  await check(requestOf(values), context, { ...options, fields: {} });

/** @param trunk null for a new trunk */
export function TrunkDialog({ trunk, onClose }: { trunk: SipTrunk | null; onClose: () => void }) {
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const [stored] = useState(() => valuesOf(trunk));
  const form: TrunkFormState = useForm({ defaultValues: stored, resolver, mode: 'onTouched' });
  const sending = useSending(form, async (body) => {
    // Send only changed fields, so that concurrent changes elsewhere survive.
    const changed = changedParts(body, { ...stored }, { ...form.getValues() });
    await (trunk === null ? createTrunk(body, keyOf(body)) : changeTrunk(trunk.id, changed));
    await queries.invalidateQueries({ queryKey: ['numbers'] });
    showSuccess(t('Trunk saved.'));
    onClose();
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      shape="side"
      title={trunk === null ? t('New SIP trunk') : t('Trunk {number}', { number: trunk.phone_number })}
      text={t('Connects this server to your SIP provider or PBX.')}
      action={t('Save trunk')}
    >
      <LineFields form={form} />
      <ServerFields form={form} hasPassword={trunk?.has_sip_password ?? false} />
      <InboundFields form={form} />
      <OutboundFields form={form} />
    </FormDialog>
  );
}
