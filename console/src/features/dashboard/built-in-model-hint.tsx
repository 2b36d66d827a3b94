import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Callout } from '../../components/feedback/callout.tsx';
import { sessionQuery } from '../../data/session.ts';
import { rich } from '../../lib/i18n/t.ts';

const BUILT_IN = /^offline\//;

/** Tells the installation's owner that no language model is connected. */
export function BuiltInModelHint() {
  const { data: session } = useQuery(sessionQuery);
  if (session?.manages_vendors !== true) return null;
  if (session.features.language_models.some((code) => !BUILT_IN.test(code))) return null;
  const vendors: string = '/settings/vendors';
  return (
    <Callout>
      {rich(
        'You’re using the built-in model, which only answers from your documents. <link>Connect a vendor</link>',
        {
          link: (content) => (
            <Link to={vendors} className="underline">
              {content}
            </Link>
          ),
        },
      )}
    </Callout>
  );
}
