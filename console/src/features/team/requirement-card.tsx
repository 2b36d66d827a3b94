import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../components/feedback/states.tsx';
import { showError, showSuccess } from '../../components/feedback/toast-store.ts';
import { Switch } from '../../components/form/switch.tsx';
import { Card } from '../../components/layout/card.tsx';
import { requireSecondFactor, secondFactorQuery } from '../../data/second-factor.ts';
import { rich, t } from '../../lib/i18n/t.ts';

/** Requires a second factor of all members; for owners. */
export function RequirementCard() {
  const queries = useQueryClient();
  const state = useQuery(secondFactorQuery);
  const change = useMutation({
    mutationFn: requireSecondFactor,
    onSuccess: async (_, isRequired) => {
      await queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      showSuccess(isRequired ? t('Second factor required.') : t('Second factor no longer required.'));
    },
    onError: showError,
  });
  return (
    <div className="mt-5">
      <Card title={t('Security')}>
        <Loaded query={state}>
          {({ is_on: isOn, is_required: isRequired }) => (
            <>
              <Switch
                label={t('Require a second factor')}
                hint={t('Members without one have to set it up at once. API keys are not affected.')}
                isOn={isRequired}
                isDisabled={change.isPending || !(isOn || isRequired)}
                onChange={(chosen) => change.mutate(chosen)}
              />
              {!isOn && (
                <p className="mt-2 text-ink-soft text-sm">
                  {rich('Set up your own second factor in your <link>profile</link> first.', {
                    link: (content) => (
                      <Link to="/profile" hash="second-factor" className="text-accent-strong underline">
                        {content}
                      </Link>
                    ),
                  })}
                </p>
              )}
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}
