import type { FactsBeforeUpload } from '../../../http/route.ts';
import type { Page } from './require-site.ts';

/** The page that a visitor's request comes from. */
export const pageOf = ({ browserOrigin, isCrossOrigin }: Omit<FactsBeforeUpload, 'accountId'>): Page => ({
  origin: browserOrigin,
  isOwn: !isCrossOrigin,
});
