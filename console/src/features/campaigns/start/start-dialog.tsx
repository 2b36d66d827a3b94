import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { Facts } from '../../../components/layout/card.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { type Campaign, type CampaignStartCheck, campaignStartCheckQuery } from '../../../data/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { weekHours } from '../editor/form-values.ts';
import { weekInWords } from '../editor/week-windows.ts';
import { StartNeeds } from '../refused-start.tsx';
import { MissingVariables } from './missing-variables.tsx';
import { balanceWords, costWords, firstCallWords } from './start-words.ts';

interface StartDialogProps {
  campaign: Campaign;
  isBusy: boolean;
  onStart: () => void;
  onClose: () => void;
}

/** Asks before a campaign calls people, with the facts to decide by. */
export function StartDialog({ campaign, isBusy, onStart, onClose }: StartDialogProps) {
  const check = useQuery(campaignStartCheckQuery(String(campaign.id)));
  const isReady = check.data?.can_start === true;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Start “{name}”?', { name: campaign.name })}
      text={t('Check who is called, when, and at what cost.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" icon={<Play />} isBusy={isBusy} isIdle={!isReady} onClick={onStart}>
            {t('Start calling')}
          </Button>
        </>
      }
    >
      <Loaded query={check}>
        {(loaded) => <Checked campaign={campaign} check={loaded} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface CheckedProps {
  campaign: Campaign;
  check: CampaignStartCheck;
  onClose: () => void;
}

function Checked({ campaign, check, onClose }: CheckedProps) {
  const { leads, numbers, problems, warnings } = check;
  const hours = weekHours(campaign);
  return (
    <div className="grid gap-4">
      {problems.length > 0 && (
        <div role="alert">
          <Callout kind="bad">
            <p className="font-medium">{t('The campaign can’t start yet.')}</p>
            <Sentences texts={problems} />
          </Callout>
        </div>
      )}
      <Facts
        facts={[
          [
            t('Calls'),
            t(
              '{people, plural, one {# person} other {# people}} of {leads, plural, one {# lead} other {# leads}}',
              { people: leads.callable, leads: leads.total },
            ),
          ],
          [t('From'), numbers.map(({ phone_number: number }) => number).join(', ') || t('No number')],
          [t('First call'), firstCallWords(check, campaign.timezone, Date.now())],
          [t('Calling hours'), hours === null ? '–' : `${weekInWords(hours)} (${campaign.timezone})`],
          [t('Calls at a time'), t('Up to {count}', { count: check.max_calls_in_parallel })],
          [t('Estimated cost'), costWords(check)],
          [t('Balance'), balanceWords(check)],
          ...(leads.do_not_call === 0
            ? []
            : ([
                [
                  t('Do not call'),
                  t('{count, plural, one {# lead skipped} other {# leads skipped}}', {
                    count: leads.do_not_call,
                  }),
                ],
              ] as const)),
        ]}
      />
      {warnings.length > 0 && (
        <Callout kind="warn">
          <Sentences texts={warnings} />
        </Callout>
      )}
      {problems.length > 0 && <StartNeeds campaign={campaign} onClose={onClose} />}
      <MissingVariables variables={check.missing_variables} />
    </div>
  );
}

function Sentences({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="wrap-anywhere grid gap-1">
      {texts.map((text) => (
        <li key={text}>{translateServerText(text)}</li>
      ))}
    </ul>
  );
}
