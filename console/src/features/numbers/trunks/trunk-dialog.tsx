import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { createTrunkRequest } from '#contract/phone-numbers.ts';
import { Button } from '../../../components/button.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { type SipTrunk, saveTrunk, type TrunkFields } from '../../../data/sip-trunks.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { showServerErrors } from '../../../lib/forms/server-errors.ts';
import { InboundFields, LineFields, ServerFields } from './trunk-fields.tsx';
import { requestOf, type TrunkFormState, type TrunkValues, valuesOf } from './trunk-values.ts';

const check = contractResolver<Record<string, unknown>, typeof createTrunkRequest>(createTrunkRequest);

/** Judges what would be sent, not what is typed. */
const resolver: Resolver<TrunkValues, unknown, TrunkFields> = async (values, context, options) =>
  await check(requestOf(values), context, { ...options, fields: {} });

/** @param trunk null: a new one */
export function TrunkDialog({ trunk, onClose }: { trunk: SipTrunk | null; onClose: () => void }) {
  const formId = useId();
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const form: TrunkFormState = useForm({ defaultValues: valuesOf(trunk), resolver, mode: 'onTouched' });
  const save = useMutation({
    mutationFn: (body: TrunkFields) => saveTrunk(trunk?.id ?? null, body, keyOf(body)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['numbers'] });
      tellDone('Trunk saved.');
      onClose();
    },
    onError: (error) => showServerErrors(form, error) || tellError(error),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      shape="side"
      title={trunk === null ? 'New SIP trunk' : `Trunk ${trunk.phone_number}`}
      text="How this server and the other side find and trust each other."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit((body) => save.mutate(body))}
        className="grid gap-6"
      >
        <LineFields form={form} />
        <ServerFields form={form} hasPassword={trunk?.has_sip_password ?? false} />
        <InboundFields form={form} />
      </form>
    </Dialog>
  );
}
