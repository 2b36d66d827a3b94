import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Failure } from './failure.tsx';

export function FailureRow({ failure }: { failure: Failure }) {
  return (
    <li className="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0 [&>svg]:mt-1 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-bad">
      {failure.icon}
      <span className="min-w-0 flex-1">
        <Link
          to={failure.to}
          search={failure.search ?? {}}
          className="block wrap-anywhere font-medium hover:underline"
        >
          {failure.title}
        </Link>
        <span className="text-ink-soft text-sm">{failure.advice}</span>
        {failure.action && <span className="mt-1.5 block">{failure.action}</span>}
      </span>
      <span className="shrink-0 text-ink-soft text-sm">
        <RelativeTime iso={failure.iso} />
      </span>
    </li>
  );
}
