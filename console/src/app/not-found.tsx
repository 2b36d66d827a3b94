import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../components/button.tsx';
import { EmptyState } from '../components/feedback/states.tsx';

export function NotFound() {
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <EmptyState
        icon={<Compass />}
        title="There is no such page"
        text="What stood here was deleted, or the address has a slip."
        action={
          <Link to="/" className={buttonClasses({ variant: 'primary' })}>
            To the dashboard
          </Link>
        }
      />
    </div>
  );
}
