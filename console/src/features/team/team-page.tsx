import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { SearchInput } from '../../components/form/search-input.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useRights } from '../../data/rights.ts';
import { t } from '../../lib/i18n/t.ts';
import { TYPED } from '../../routing/search-change.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';
import { RequirementCard } from './requirement-card.tsx';
import { TEAM_DIALOGS } from './team-search.ts';

export function TeamPage() {
  const { person = '' } = useSearch({ from: '/console/team' });
  const navigate = useNavigate({ from: '/team' });
  const dialog = useDialogAddress(TEAM_DIALOGS);
  const rights = useRights();
  return (
    <Page
      title={t('Team')}
      text={
        <>
          {t('People who belong to this account.')}{' '}
          <a
            href="/docs/guides/teams"
            target="_blank"
            rel="noopener"
            className="text-accent-strong underline"
          >
            {t('What each role may do')}
          </a>
        </>
      }
      actions={
        <IfAllowed area="Members">
          <Button variant="primary" icon={<UserPlus />} onClick={() => dialog.show('invite')}>
            {t('Invite member')}
          </Button>
        </IfAllowed>
      }
    >
      <div className="mb-4 max-w-64">
        <Field label={t('Member')}>
          {(control) => (
            <SearchInput
              {...control}
              type="search"
              placeholder={t('Search by name or email')}
              value={person}
              onChange={(value) => void navigate({ search: value === '' ? {} : { person: value }, ...TYPED })}
            />
          )}
        </Field>
      </div>
      <MemberList search={person} />
      {rights.mayChange('Members') && <InvitationList />}
      {rights.includes('owner') && <RequirementCard />}
      {dialog.isOpen('invite') && <InviteDialog onClose={dialog.close} />}
    </Page>
  );
}
