import { Link } from '@tanstack/react-router';
import { Upload, Users } from 'lucide-react';
import { buttonClasses } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';

/** Of a campaign without leads. @param text what leads are, and what one can do */
export function NoLeads({ campaignId, text }: { campaignId: string; text: string }) {
  return (
    <EmptyState
      icon={<Users />}
      title="Nobody to call yet"
      text={text}
      action={
        <Link
          to="/campaigns/$campaignId"
          params={{ campaignId }}
          search={{ tab: 'leads', panel: 'import' }}
          className={buttonClasses({ variant: 'primary' })}
        >
          <Upload aria-hidden />
          Import leads
        </Link>
      }
    />
  );
}
