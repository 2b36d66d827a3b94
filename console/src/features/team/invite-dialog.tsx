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
import { invite } from '../../data/members.ts';
import { useRights } from '../../data/rights.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { intentionKeys } from '../../lib/api/intention-key.ts';

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
    return <InvitationLink email={create.data.data.email} url={create.data.url} onClose={onClose} />;
  }
  return (
    <FormDialog
      onSubmit={create.mutate}
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
      title="Invite member"
      action="Create invitation"
    >
      <Field label="Email" error={fields['email']?.[0]}>
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
      <Field label="Role" error={fields['role']?.[0]}>
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

function InvitationLink({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      isHeld
      onClose={onClose}
      title={`Invitation for ${email}`}
      text="Send this link to the person. It works once, for 7 days, and is not shown again."
      actions={
        <>
          <CopyButton text={url} label="Copy link" variant="primary" />
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <code className="block break-all rounded-lg bg-sunken p-3 font-mono text-sm">{url}</code>
    </Dialog>
  );
}
