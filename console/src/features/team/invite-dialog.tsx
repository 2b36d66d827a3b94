import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { Select } from '../../components/form/select.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { roleNamed, roleOptions } from '../../components/role-options.ts';
import { type CreatedInvitation, invite } from '../../data/members.ts';
import { useRights } from '../../data/rights.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { intentionKeys } from '../../lib/api/intention-key.ts';
import { t } from '../../lib/i18n/t.ts';

/** Invites a person and shows the link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const rights = useRights();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const [keyOf] = useState(intentionKeys);
  const create = useMutation({
    mutationFn: () => invite({ email, role }, keyOf({ email, role })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['members'] }),
  });
  const fields = fieldErrors(create.error);
  if (create.data !== undefined) {
    return <InvitationLink invitation={create.data} onClose={onClose} />;
  }
  return (
    <FormDialog
      onSubmit={create.mutate}
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
      title={t('Invite member')}
      action={t('Create invitation')}
    >
      <Field label={t('Email')} error={fields['email']?.[0]}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Role')} error={fields['role']?.[0]}>
        {(control) => (
          <Select
            {...control}
            value={role}
            options={roleOptions(rights)}
            onChange={(chosen) => setRole(roleNamed(chosen) ?? role)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

interface InvitationLinkProps {
  invitation: CreatedInvitation;
  onClose: () => void;
}

function InvitationLink({ invitation, onClose }: InvitationLinkProps) {
  const { data, url, is_emailed: isEmailed } = invitation;
  return (
    <Dialog
      isOpen
      isHeld
      onClose={onClose}
      title={t('Invitation for {email}', { email: data.email })}
      text={
        isEmailed
          ? t('The link was sent by email. It works once, for 7 days, and is not shown again.')
          : t('Send this link to the person. It works once, for 7 days, and is not shown again.')
      }
      actions={
        <>
          <CopyButton text={url} label={t('Copy link')} variant="primary" />
          <Button onClick={onClose}>{t('Done', undefined, 'button')}</Button>
        </>
      }
    >
      <code className="block break-all rounded-lg bg-sunken p-3 font-mono text-sm">{url}</code>
    </Dialog>
  );
}
